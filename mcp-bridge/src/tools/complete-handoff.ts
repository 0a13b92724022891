import { z } from 'zod';
import { Complete_HandoffDocument } from '../gen/graphql.js';
import { tool } from '../tool.js';
import { movedThread, secrets, secretsIn, text, threadId, threadOutput } from './thread-facts.js';

export const completeHandoff = tool({
  name: 'complete_handoff',
  title: 'End a thread with its result',
  description:
    'Ends an accepted thread and tells its sender what came of it; nothing can be added afterwards. What was proposed ends as done only when a person of your side has approved it: you cannot approve it, so ask them, or end it as partial, declined or failed.',
  effects: { reads: false, destructive: true, repeatSafe: true },
  input: {
    id: threadId,
    outcome: z.enum(['done', 'partial', 'declined', 'failed']),
    result_summary: text('What came of it.'),
    secrets,
  },
  output: threadOutput,
  run: async (
    { api },
    { id, outcome, result_summary: resultSummary, secrets: policy },
    { idempotencyKey, signal },
  ) => {
    const refusal = await secretsIn({ result_summary: resultSummary }, policy);
    if (refusal !== null) return refusal;
    const input = {
      id,
      outcome: outcome.toUpperCase(),
      resultSummary,
      secrets: policy.toUpperCase(),
      idempotencyKey,
    };
    return movedThread(
      await api.ask(Complete_HandoffDocument, { input }, signal),
      () => 'The thread is completed.',
    );
  },
});
