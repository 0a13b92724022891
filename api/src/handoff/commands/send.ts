import type { Context } from '../../context.js';
import { refuse } from '../../errors.js';
import { payloadDigest } from '../../idempotency/digest.js';
import { newId } from '../../ids.js';
import { InputIssues, type KeyedInput } from '../../input.js';
import { admit } from '../../principal/admit.js';
import { type MoveResult, makeMove } from '../move.js';
import { proposalVersion } from '../proposal.js';
import { sentenceFor } from '../refusal.js';
import { previewOf } from '../text.js';
import { type TextInput, takeText } from './text-input.js';

/** What a sender expects of the other side. */
export const INTENTS = ['inform', 'ask_question', 'propose_action'] as const;
export type Intent = (typeof INTENTS)[number];

export interface SendInput extends TextInput {
  /** Handle, `name@team`. */
  readonly recipient: string;
  readonly intent: Intent;
  readonly summary: string;
  readonly idempotencyKey?: string | null | undefined;
}

/** Opens a thread; its summary is message 1. */
export async function send(context: Context, input: SendInput): Promise<MoveResult> {
  await admit(context, 'handoffSend', 'handoff:use');
  const issues = new InputIssues();
  issues.text('recipient', input.recipient);
  if (context.viewer.personId === null) {
    issues.add(
      'recipient',
      'NO_PERSON',
      'is written to on behalf of a person, whom this credential does not name',
    );
  }
  if ((input.intent === 'propose_action') !== (input.proposedAction != null)) {
    return refuse('INVALID_INTENT_PAYLOAD', sentenceFor('INVALID_INTENT_PAYLOAD'), {
      issues: [
        {
          path: 'proposedAction',
          code: 'REQUIRED_WITH_INTENT',
          message: 'is given with intent PROPOSE_ACTION and with no other',
        },
      ] as never,
    });
  }
  const taken = await takeText(context, 'summary', input.summary, input, issues);
  if (!taken.ok) return taken;
  const { recipient, intent } = input;
  const newThread = newId('handoff');
  const payload = { recipient, intent, ...(taken.content as object), idempotencyKey: undefined };
  return makeMove(context, 'send', 'handoff_send', {
    operation: 'handoffSend',
    key: input.idempotencyKey,
    payload,
    more: {
      ...taken.more,
      newId: newThread,
      recipient,
      intent,
      preview: previewOf(taken.body),
      contentDigest: payloadDigest(payload),
      proposal: taken.proposal === null ? undefined : proposalVersion(newThread, null, taken.proposal),
    },
  });
}

export interface MessageSendInput extends KeyedInput, Omit<TextInput, 'proposedAction'> {
  readonly message: string;
}

/** Appends a message to a thread, from either side. */
export async function sendMessage(context: Context, input: MessageSendInput): Promise<MoveResult> {
  await admit(context, 'handoffMessageSend', 'handoff:use');
  const taken = await takeText(context, 'message', input.message, input, new InputIssues());
  if (!taken.ok) return taken;
  return makeMove(context, 'sendMessage', 'handoff_send_message', {
    operation: 'handoffMessageSend',
    id: input.id,
    key: input.idempotencyKey,
    payload: { ...(taken.content as object), idempotencyKey: undefined },
    more: taken.more,
  });
}
