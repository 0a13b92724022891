import { getDatamodel } from '../gen/pothos.js';

type Row = Record<string, unknown>;

const { models } = getDatamodel().datamodel;

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Reads a row that a statement returned as JSON (`to_jsonb`: times as ISO 8601, bigint as text) as the record that
 * Prisma would have read. Columns left out stay out.
 */
export function recordReader<Shape>(model: string): (row: Row) => Shape {
  const fields = models[model]?.fields;
  if (fields === undefined) throw new Error(`There is no model ${model}`);
  const dates = new Set(fields.filter(({ type }) => type === 'DateTime').map(({ name }) => name));
  const bigints = new Set(fields.filter(({ type }) => type === 'BigInt').map(({ name }) => name));
  const read = (field: string, value: unknown): unknown => {
    if (value === null) return null;
    if (dates.has(field)) return new Date(value as string);
    return bigints.has(field) ? BigInt(value as string) : value;
  };
  return (row) => {
    const record: Row = {};
    for (const [name, value] of Object.entries(row)) {
      const field = camelCase(name);
      record[field] = read(field, value);
    }
    return record as Shape;
  };
}
