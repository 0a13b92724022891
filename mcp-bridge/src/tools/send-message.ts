import { Send_MessageDocument } from '../gen/graphql.js';
import { tool } from '../tool.js';
import { apiInput } from '../words.js';
import {
  artifactInputs,
  artifacts,
  movedThread,
  secrets,
  secretsIn,
  text,
  threadId,
  threadOutput,
} from './thread-facts.js';

export const sendMessage = tool({
  name: 'send_message',
  title: 'Write in a thread',
  description:
    'Adds a message to a thread that is pending or accepted, with diffs, commands or links. Use it to ask, to answer, or to tell how it goes; handoff_to_teammate opens a new thread, complete_handoff ends this one. The other side finds it with check_inbox.',
  effects: { reads: false, destructive: false, repeatSafe: false },
  input: {
    id: threadId,
    message: text('What to say.'),
    artifacts: artifacts.describe('As in handoff_to_teammate.'),
    secrets,
  },
  output: threadOutput,
  run: async ({ api }, { artifacts: given, ...args }, { idempotencyKey, signal }) => {
    const refusal = await secretsIn({ message: args.message, artifacts: given }, args.secrets);
    if (refusal !== null) return refusal;
    const input = {
      ...apiInput({ ...args, artifacts: artifactInputs(given) }),
      secrets: args.secrets.toUpperCase(),
      idempotencyKey,
    };
    const outcome = await api.ask(Send_MessageDocument, { input }, signal);
    return movedThread(outcome, ({ sent_message: sent }) => {
      const { sequence_no: number } = (sent ?? {}) as { sequence_no?: number };
      return `The message is stored as number ${number} of the thread.`;
    });
  },
});
