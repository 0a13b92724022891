import { getDatamodel } from '../gen/pothos.js';

const tenantField = 'organisationId';
const { models } = getDatamodel().datamodel;

/** Names of compound keys that hold the organisation, per model whose rows belong to one. */
const tenantKeys = new Map(
  Object.entries(models)
    .filter(([, model]) => model.fields.some((field) => field.name === tenantField))
    .map(([name, model]) => {
      const keys = [...(model.primaryKey ? [model.primaryKey] : []), ...model.uniqueIndexes];
      const named = keys.filter((key) => key.fields.includes(tenantField));
      return [name, named.map((key) => key.name ?? key.fields.join('_'))] as const;
    }),
);

/**
 * Whether a query on `model` with the condition `where` stays within one organisation: by equality of
 * `organisationId`, by a compound key that holds it, or by one of both inside `AND`. An organisation itself is asked
 * for by its id or slug. Relations need no condition of their own: their foreign keys hold the organisation.
 */
export function staysInOrganisation(model: string, where: unknown): boolean {
  if (!isObject(where)) return false;
  const conjuncts = Array.isArray(where.AND) ? where.AND : [where.AND];
  if (conjuncts.some((conjunct) => staysInOrganisation(model, conjunct))) return true;
  const keys = tenantKeys.get(model);
  if (keys === undefined) return isOneValue(where.id) || isOneValue(where.slug);
  if (isOneValue(where[tenantField])) return true;
  return keys.some((key) => {
    const value = where[key];
    return isObject(value) && isOneValue(value[tenantField]);
  });
}

// Prisma drops a condition whose value is undefined: then it would be no condition at all.
function isOneValue(condition: unknown): boolean {
  return typeof condition === 'string' || (isObject(condition) && typeof condition.equals === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
