import { z } from 'zod';
import { rootOf } from '../answer.js';
import { Check_InboxDocument } from '../gen/graphql.js';
import { fitting } from '../page.js';
import { tool } from '../tool.js';
import { toolWords } from '../words.js';

export const checkInbox = tool({
  name: 'check_inbox',
  title: 'See what was handed to you',
  description:
    'Lists threads sent to your side, those that changed last first, each with the beginning of what it is about. Use it to learn whether there is work for you; view_thread shows one whole. It accepts nothing and marks nothing as read.',
  effects: { reads: true, destructive: false, repeatSafe: true },
  input: {
    unread: z.boolean().optional().describe('Only with messages your side has not seen.'),
    limit: z.number().int().min(1).max(50).default(10),
    cursor: z.string().max(200).optional(),
  },
  output: z.looseObject({
    unread_count: z.number().int(),
    threads: z.array(z.looseObject({ id: z.string() })),
  }),
  run: async ({ api }, { unread, limit, cursor }, { signal }) => {
    const variables = { first: limit, after: cursor ?? null, filter: unread ? { unread } : null };
    const root = rootOf(await api.ask(Check_InboxDocument, variables, signal));
    if (!root.ok) return root.answer;
    const inbox = root.value as unknown as {
      unreadCount: number;
      edges: readonly { cursor?: string; node: Record<string, unknown> }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
    const { shown, left } = fitting(inbox.edges);
    const more = inbox.pageInfo.hasNextPage || left > 0;
    return {
      text: `${inbox.unreadCount} with something new; ${shown.length} shown${more ? ', there are more' : ''}.`,
      structured: {
        unread_count: inbox.unreadCount,
        threads: shown.map(({ node }) => toolWords(node)),
        more,
        next_cursor: (left > 0 ? shown.at(-1)?.cursor : inbox.pageInfo.endCursor) ?? null,
      },
    };
  },
});
