/** The one translator between GraphQL's words and the tools': camelCase and UPPER_CASE there, snake_case here. */

const snake = (word: string): string => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (word: string): string =>
  word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Fields whose value is a word of the schema and not somebody's text. */
const ENUMS = new Set(['status', 'metering', 'requires', 'intent', 'side', 'state', 'outcome']);
const NAMES = new Set(['action', 'missing']);
/** Fields whose value is handed over as it came. */
const OPAQUE = new Set(['data', 'report']);

/** An answer of the API in the tools' words: names of fields, enum values and names of actions. */
export function toolWords(value: unknown, field = ''): unknown {
  if (typeof value === 'string') {
    if (ENUMS.has(field)) return value.toLowerCase();
    return NAMES.has(field) ? snake(value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => toolWords(item, field));
  if (value === null || typeof value !== 'object' || OPAQUE.has(field)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [snake(name), toolWords(inner, name)]),
  );
}

/** A path of the API's input, like `provision.tier`, as the tool's input has it. */
export const toolPath = (path: string): string => snake(path);

/** A tool's arguments as the API's input; undefined ones do not travel. */
export function apiInput(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [camel(name), value]),
  );
}
