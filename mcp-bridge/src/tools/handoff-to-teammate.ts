import { z } from 'zod';
import { Handoff_To_TeammateDocument } from '../gen/graphql.js';
import { tool } from '../tool.js';
import { apiInput } from '../words.js';
import {
  artifactInputs,
  artifacts,
  movedThread,
  secrets,
  secretsIn,
  text,
  threadOutput,
} from './thread-facts.js';

export const handoffToTeammate = tool({
  name: 'handoff_to_teammate',
  title: 'Hand work to a teammate',
  description:
    "Opens a thread that hands a piece of work to a teammate's agent: what it is about, and diffs, commands or links with it. Use send_message to go on in a thread that exists. propose_action wants proposed_action, which a person of the other side decides; the thread stays pending until it is accepted, and you may cancel it until then.",
  effects: { reads: false, destructive: false, repeatSafe: false },
  input: {
    recipient: z.string().max(130).describe('Handle, name@team; list_teammates shows them.'),
    intent: z.enum(['inform', 'ask_question', 'propose_action']),
    summary: text('Message 1 of the thread.'),
    artifacts,
    proposed_action: z
      .looseObject({ description: z.string() })
      .optional()
      .describe('{description, target_files?, rationale?, path?, diff?}'),
    secrets,
  },
  output: threadOutput,
  run: async (
    { api },
    { intent, artifacts: given, proposed_action: proposed, ...args },
    { idempotencyKey, signal },
  ) => {
    const { recipient: _, secrets: policy, ...texts } = args;
    const refusal = await secretsIn({ ...texts, artifacts: given, proposed_action: proposed }, policy);
    if (refusal !== null) return refusal;
    const input = {
      ...apiInput({ ...args, artifacts: artifactInputs(given) }),
      intent: intent.toUpperCase(),
      secrets: policy.toUpperCase(),
      ...(proposed && { proposedAction: apiInput(proposed) }),
      idempotencyKey,
    };
    const outcome = await api.ask(Handoff_To_TeammateDocument, { input }, signal);
    return movedThread(outcome, ({ id, duplicate_of: first }) =>
      first === null || first === undefined
        ? `The thread ${id} is stored and waits to be accepted.`
        : `The thread ${id} is stored; the same was sent a moment ago as ${first}: cancel one of them if that was not meant.`,
    );
  },
});
