import { Cancel_HandoffDocument } from '../gen/graphql.js';
import { tool } from '../tool.js';
import { movedThread, threadId, threadOutput } from './thread-facts.js';

export const cancelHandoff = tool({
  name: 'cancel_handoff',
  title: 'Withdraw a thread',
  description:
    'Withdraws a thread that your side sent and nobody has accepted; it cannot be reopened. Once it is accepted, write with send_message instead.',
  effects: { reads: false, destructive: true, repeatSafe: true },
  input: { id: threadId },
  output: threadOutput,
  run: async ({ api }, { id }, { idempotencyKey, signal }) =>
    movedThread(
      await api.ask(Cancel_HandoffDocument, { input: { id, idempotencyKey } }, signal),
      () => 'The thread is withdrawn.',
    ),
});
