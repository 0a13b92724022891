import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type { Context } from '../context.js';
import type { Issue } from '@baton/sessions';
import { type IdKind, ID_PREFIXES } from '../ids.js';
import { getDatamodel } from '../gen/pothos.js';
import type PrismaTypes from '../gen/pothos.js';

/** Node types by the prefix of their ids. */
const NODE_TYPES: Partial<Record<IdKind, string>> = { transfer: 'Transfer' };

/** An id carries its own type, so that the primary key and the global node id are one string. */
function decodeNodeId(id: string): { typename: string; id: string } {
  const kind = (Object.keys(ID_PREFIXES) as IdKind[]).find((name) => id.startsWith(`${ID_PREFIXES[name]}_`));
  return { typename: (kind && NODE_TYPES[kind]) ?? 'Transfer', id };
}

export const builder = new SchemaBuilder<{
  Context: Context;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    Usd: { Input: bigint; Output: bigint };
    Sha256: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
    Cursor: { Input: string; Output: string };
  };
  Interfaces: { Refusal: { code: string; message: string; retryable: boolean; replayed: boolean } };
  Objects: { Issue: Issue };
}>({
  plugins: [PrismaPlugin, RelayPlugin],
  defaultFieldNullability: false,
  prisma: {
    client: (context: Context) => context.reader as never,
    dmmf: getDatamodel(),
    exposeDescriptions: false,
  },
  relay: {
    encodeGlobalID: (_typename, id) => String(id),
    decodeGlobalID: decodeNodeId,
    nodesQueryOptions: false,
    cursorType: 'ID',
  },
});

builder.queryType({ description: 'Reading. Every field answers what the credential may see, and nothing of the rest.' });
builder.mutationType({
  description: 'One field per action of the lifecycles. Each answers a union: a success, or a refusal that says why.',
});
