import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  GraphQLError,
  type GraphQLSchema,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { z } from 'zod';
import { mayAsk } from './door-table.js';
import type { Manifests } from './layers.js';

const KINDS = ['agent', 'runtime'] as const;
type Kind = (typeof KINDS)[number];
/** A manifest's kind, and the credentials that use it. */
const CREDENTIALS: Record<Kind, readonly (keyof Manifests)[]> = {
  agent: ['agent'],
  runtime: ['daemon', 'claim'],
};
const MAX_SHOWN = 20;
const file = z.record(z.string(), z.string());

/**
 * Reads `<directory>/<kind>/<release>.json`, all releases together, and checks each document: its id is the sha256 of
 * its text, it is valid against `schema`, and a credential of its kind may reach every root field in it. Each goes to
 * the credentials that may. Throws with what is wrong. A folder that is missing has no documents.
 */
export function loadManifests(directory: string, schema: GraphQLSchema): Manifests {
  const problems: string[] = [];
  const manifests = {
    agent: new Map<string, string>(),
    daemon: new Map<string, string>(),
    claim: new Map<string, string>(),
  };
  for (const kind of KINDS) {
    for (const path of filesOf(join(directory, kind))) {
      for (const [id, text] of readManifest(path)) {
        const { problems: wrong, credentials } = judge(kind, id, text, schema);
        problems.push(...wrong.map((problem) => `${path}, document ${id}: ${problem}`));
        for (const credential of credentials) manifests[credential].set(id, text);
      }
    }
  }
  if (problems.length > 0)
    throw new Error(`The manifests do not fit this server.\n${shown(problems).join('\n')}`);
  return manifests;
}

/** A schema that lost one type spoils every document: more lines would tell nothing. */
function shown(problems: readonly string[]): string[] {
  const more = problems.length - MAX_SHOWN;
  return [...problems.slice(0, MAX_SHOWN), ...(more > 0 ? [`… and ${more} more`] : [])];
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

function readManifest(path: string): [id: string, text: string][] {
  try {
    const entries = Object.entries(file.parse(JSON.parse(readFileSync(path, 'utf8'))));
    return entries.map(([id, text]) => [id.replace(/^sha256:/, ''), text]);
  } catch (cause) {
    throw new Error(`${path} is no map from document ids to their texts`, { cause });
  }
}

/** What is wrong with a document, or which credentials of its kind may run it. */
function judge(
  kind: Kind,
  id: string,
  text: string,
  schema: GraphQLSchema,
): { problems: string[]; credentials: readonly (keyof Manifests)[] } {
  const bad = (...problems: string[]) => ({ problems, credentials: [] });
  if (createHash('sha256').update(text).digest('hex') !== id) return bad('its text has another sha256');
  try {
    const document = parse(text);
    const errors = validate(schema, document).map(({ message }) => message);
    if (errors.length > 0) return bad(...errors);
    const fields = [...rootFields(document, schema)];
    const credentials = CREDENTIALS[kind].filter((one) =>
      fields.every((field) => mayAsk('graphql', one, field)),
    );
    if (credentials.length > 0) return { problems: [], credentials };
    const stray = fields.filter((field) => CREDENTIALS[kind].every((one) => !mayAsk('graphql', one, field)));
    if (stray.length > 0) return bad(...stray.map((field) => `no ${kind} may reach ${field}`));
    return bad(`no ${kind} may reach all of ${fields.join(', ')}`);
  } catch (error) {
    if (error instanceof GraphQLError) return bad(error.message);
    throw error;
  }
}

/** The fields it selects on a root type, those in fragments among them. */
function rootFields(document: ReturnType<typeof parse>, schema: GraphQLSchema): Set<string> {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = new Set<string>();
  const info = new TypeInfo(schema);
  const collect = visitWithTypeInfo(info, {
    Field: ({ name }) => {
      const parent = info.getParentType();
      if (name.value !== '__typename' && roots.some((root) => root != null && root === parent))
        fields.add(name.value);
    },
  });
  visit(document, collect);
  return fields;
}
