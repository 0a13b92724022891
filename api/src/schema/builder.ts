import type { Issue } from '@baton/sessions';
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type { Context } from '../context.js';
import type PrismaTypes from '../gen/pothos.js';
import { getDatamodel } from '../gen/pothos.js';
import { ID_PREFIXES, type IdKind, isId } from '../ids.js';
import { admit } from '../principal/admit.js';

/** Node types by the prefix of their ids. */
const NODE_TYPES: Partial<Record<IdKind, string>> = { transfer: 'Transfer', handoff: 'Handoff' };

/** An id carries its own type, so that the primary key and the global node id are one string. */
function decodeNodeId(id: string): { typename: string; id: string } {
  const kind = (Object.keys(ID_PREFIXES) as IdKind[]).find((name) => id.startsWith(`${ID_PREFIXES[name]}_`));
  // What is no id of a node names nothing; not every text can be sent to the database.
  const typename = kind && NODE_TYPES[kind];
  return typename && isId(kind, id) ? { typename, id } : { typename: 'Transfer', id: '' };
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
    cursorType: 'String',
    nodeTypeOptions: { description: 'Anything that can be fetched again by its id.' },
    idFieldOptions: { description: 'TypeID: its prefix names the type.' },
    nodeQueryOptions: {
      description: 'A node by its id; null when there is none or the viewer may not see it.',
      args: { id: { description: 'The id.' } },
      resolve: async (_root, { id }, context, _info, resolveNode) => {
        await admit(context, 'node', 'transfer:read');
        return resolveNode(id);
      },
    },
    pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
    hasNextPageFieldOptions: { description: 'Whether more rows follow.' },
    hasPreviousPageFieldOptions: { description: 'Whether rows come before.' },
    startCursorFieldOptions: { description: 'Cursor of the first row; null on an empty page.' },
    endCursorFieldOptions: { description: 'Cursor of the last row; null on an empty page.' },
    cursorFieldOptions: { description: 'Hand it back as `after` or `before`.' },
    edgesFieldOptions: { description: 'The rows with their cursors.' },
    nodeFieldOptions: { description: 'The row.' },
    pageInfoFieldOptions: { description: 'Where this page stands.' },
    firstArgOptions: {
      description: 'Rows from the start, at most 100; 20 when neither first nor last is given.',
    },
    afterArgOptions: { description: 'Only rows after this cursor.' },
    lastArgOptions: { description: 'Rows from the end, at most 100.' },
    beforeArgOptions: { description: 'Only rows before this cursor.' },
  },
});

builder.queryType({
  description: 'Reading. Every field answers what the credential may see, and nothing of the rest.',
});
builder.mutationType({
  description:
    'One field per action of the lifecycles. Each answers a union: a success, or a refusal that says why.',
});
