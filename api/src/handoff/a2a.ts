import type { JsonObject } from '@baton/sessions';
import type { Context } from '../context.js';
import type { Refusal } from '../errors.js';
import { InputIssues } from '../input.js';
import { sendInputOf } from './a2a-input.js';
import { send } from './commands/send.js';

/** What `message/send` answers. */
export interface MessageSent {
  readonly ok: true;
  readonly result: {
    readonly thread_id: string;
    /** As the call left it; on a replay as the first call left it. */
    readonly status: string;
    readonly replayed: boolean;
    /** A warning: the thread with the same content to the same person, sent within the last ten minutes. */
    readonly duplicate_of: string | null;
  };
}

/** `message/send` of `/a2a`: the send command under the seeds' names, with its limits, its scan and its refusals. */
export async function messageSend(context: Context, params: JsonObject): Promise<MessageSent | Refusal> {
  const answer = await sent(context, params);
  if (!answer.ok) context.refused(answer.code);
  return answer;
}

async function sent(context: Context, params: JsonObject): Promise<MessageSent | Refusal> {
  const issues = new InputIssues();
  const input = sendInputOf(params, issues);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const answer = await send(context, input);
  if (!answer.ok) return answer;
  const { handoff, replayed, first } = answer;
  return {
    ok: true,
    result: { thread_id: handoff.id, status: handoff.status, replayed, duplicate_of: first },
  };
}
