import { z } from 'zod';
import { rootOf } from '../answer.js';
import { List_TeammatesDocument } from '../gen/graphql.js';
import { fitting } from '../page.js';
import { tool } from '../tool.js';
import { toolWords } from '../words.js';

const word = z.string().max(128).optional();

export const listTeammates = tool({
  name: 'list_teammates',
  title: 'See who can be handed work',
  description:
    'Lists the people work can be handed to, with handle, team, roles, skills and repositories. Use it to find the recipient of handoff_to_teammate; it changes nothing.',
  effects: { reads: true, destructive: false, repeatSafe: true },
  input: {
    team: word,
    role: word,
    skill: word,
    repository: word,
    limit: z.number().int().min(1).max(100).default(20),
    cursor: z.string().max(200).optional(),
  },
  output: z.looseObject({ teammates: z.array(z.looseObject({ handle: z.string() })) }),
  run: async ({ api }, { limit, cursor, ...filter }, { signal }) => {
    const root = rootOf(
      await api.ask(List_TeammatesDocument, { first: limit, after: cursor ?? null, filter }, signal),
    );
    if (!root.ok) return root.answer;
    const page = root.value as unknown as {
      edges: readonly { node: Record<string, unknown> }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
    const { shown, left } = fitting(page.edges);
    const leftOut = left > 0 ? `; ${left} did not fit: ask for fewer by a filter or a lower limit` : '';
    return {
      text: `${shown.length} teammates${page.pageInfo.hasNextPage ? ', and more' : ''}${leftOut}.`,
      structured: {
        teammates: shown.map(({ node }) => toolWords(node)),
        more: page.pageInfo.hasNextPage || left > 0,
        next_cursor: left > 0 ? null : page.pageInfo.endCursor,
      },
    };
  },
});
