import { schema } from '../../api/src/schema/index.js';
import { Actor, type Answer } from './actor.js';
import { mutationDocument } from './operations.js';

/** One POST to /graphql with a key. Rejects when no answer comes back. */
async function post(
  url: string,
  key: string | null,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<{ data?: Record<string, unknown> | null; errors?: { extensions?: Record<string, unknown> }[] }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  return response.json() as ReturnType<typeof post>;
}

/**
 * The same credential, calling the server at `url`: its layers must let texts through. A fault is an answer with its
 * code; a server that dies before it answers rejects the call.
 */
export function remote({ viewer, key }: Pick<Actor, 'viewer' | 'key'>, url: string): Actor {
  return new Actor(viewer, key, {
    execute: async (_viewer, document, variables) =>
      (await post(url, key, document, variables)).data as Record<string, unknown>,
    mutate: async (_viewer, field, input) => {
      const { data, errors } = await post(url, key, mutationDocument(schema, field), { input });
      const { code, retryable } = errors?.[0]?.extensions ?? {};
      return errors === undefined
        ? (data?.answer as Answer)
        : ({ __typename: 'Fault', code, retryable } as Answer);
    },
  });
}
