import { z } from 'zod';
import { rootOf } from '../answer.js';
import { Report_UsageDocument } from '../gen/metering/graphql.js';
import { tool } from '../tool.js';
import { apiInput, toolWords } from '../words.js';
import { transferId } from './transfer-facts.js';

export const reportUsage = tool({
  name: 'report_usage',
  title: 'Report what was spent',
  description:
    'Counts money spent on a transfer of pool manual, where the orchestrator is the runtime. usage_id names the thing billed and counts once, for ever; the same id with another amount is refused. The report that reaches the ceiling makes the transfer insolvent and starts its grace period.',
  effects: { reads: false, destructive: false, repeatSafe: true },
  input: {
    id: transferId,
    usage_id: z.string().min(1).max(128).describe('Id of the thing billed.'),
    amount_usd: z.string().describe('Decimal USD with at most nine places, like "0.25".'),
    epoch: z.number().int().describe('The epoch you own the session under.'),
    lease_secret: z
      .string()
      .min(1)
      .max(256)
      .describe('The secret whose hash was sent with verifyDestination.'),
  },
  output: z.looseObject({
    status: z.string(),
    epoch: z.number().int(),
    budget: z.looseObject({ spent: z.string().nullable(), remaining: z.string().nullable() }),
  }),
  run: async ({ api }, args, { signal }) => {
    const variables = { input: { ...apiInput(args), reporter: 'MANUAL' } };
    const root = rootOf(await api.ask(Report_UsageDocument, variables, signal));
    if (!root.ok) return root.answer;
    const facts = toolWords(root.value) as { status: string; budget: { remaining: string } };
    return {
      text: `Counted. The transfer is ${facts.status}, ${facts.budget.remaining} USD remain.`,
      structured: { ...facts },
    };
  },
});
