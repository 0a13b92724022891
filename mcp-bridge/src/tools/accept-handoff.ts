import { Accept_HandoffDocument } from '../gen/graphql.js';
import { tool } from '../tool.js';
import { movedThread, threadId, threadOutput } from './thread-facts.js';

export const acceptHandoff = tool({
  name: 'accept_handoff',
  title: 'Take a thread',
  description:
    'Takes a pending thread that was sent to your side, for this session. Call it before you begin with the work; others of your side then see who has it. From there on the sender cannot cancel it, and complete_handoff ends it.',
  effects: { reads: false, destructive: false, repeatSafe: true },
  input: { id: threadId },
  output: threadOutput,
  run: async ({ api, sessions }, { id }, call) => {
    const found = sessions === null ? null : await sessions.ofCall(call);
    const session = found !== null && 'id' in found ? found.id : undefined;
    const input = { id, session, idempotencyKey: call.idempotencyKey };
    const outcome = await api.ask(Accept_HandoffDocument, { input }, call.signal);
    return movedThread(outcome, () => 'The thread is yours. view_thread shows it; complete_handoff ends it.');
  },
});
