import { z } from 'zod';
import { refuse, rootOf } from '../answer.js';
import { Get_StatusDocument } from '../gen/graphql.js';
import { fitting } from '../page.js';
import { tool } from '../tool.js';
import { toolWords } from '../words.js';
import { transferId, transferOutput } from './transfer-facts.js';

interface Page {
  readonly edges: readonly { cursor: string; node: Record<string, unknown> }[];
  readonly pageInfo: { readonly hasNextPage: boolean };
}

export const getStatus = tool({
  name: 'get_status',
  title: 'See where a transfer stands',
  description:
    'Tells the status, budget, deadlines and possible actions of a transfer, and its events, oldest first. Call it to wait for the destination, to read back active after activate, or when another tool refused. It changes nothing and never returns session content.',
  effects: { reads: true, destructive: false, repeatSafe: true },
  input: {
    id: transferId,
    limit: z.number().int().min(1).max(100).default(20).describe('Events at most.'),
    cursor: z
      .string()
      .max(200)
      .optional()
      .describe('`next_cursor` of the page before; without it the first page.'),
  },
  output: transferOutput.extend({
    events: z.array(z.looseObject({ type: z.string() })),
    more: z.boolean().describe('Call again with next_cursor.'),
    next_cursor: z.string().nullable(),
  }),
  run: async ({ api }, { id, limit, cursor }, { signal }) => {
    const outcome = await api.ask(Get_StatusDocument, { id, first: limit, after: cursor ?? null }, signal);
    const root = rootOf(outcome);
    if (!root.ok) return root.answer;
    if (root.value === null) return refuse({ code: 'NOT_FOUND', message: 'There is no such transfer.' });
    const { events: page, ...transfer } = root.value as Record<string, unknown> & { events: Page };
    const { shown, left } = fitting(page.edges);
    const more = page.pageInfo.hasNextPage || left > 0;
    const facts = toolWords(transfer) as Record<string, unknown>;
    return {
      text: `The transfer is ${String(facts.status)}${more ? '; there are further events' : ''}.`,
      structured: {
        ...facts,
        events: shown.map(({ node }) => toolWords(node)),
        more,
        next_cursor: shown.at(-1)?.cursor ?? cursor ?? null,
      },
    };
  },
});
