import { randomUUID } from 'node:crypto';
import { type Actor, type Answer, ok } from './actor.js';
import type { World } from './world.js';

export type ThreadState = 'pending' | 'accepted' | 'completed' | 'cancelled';

/** Two people with an agent each, and the recipient at a console. */
export interface Sides {
  readonly handle: string;
  readonly sender: Actor;
  readonly senderAgent: Actor;
  readonly recipient: Actor;
  readonly recipientAgent: Actor;
  readonly otherAgent: Actor;
  /** The recipient signed in and confirmed just now. */
  readonly console: Actor;
}

export async function sides(world: World): Promise<Sides> {
  const suffix = randomUUID().slice(0, 8);
  const handle = `reviewer-${suffix}@web`;
  const sender = await world.teammate(`author-${suffix}@core`);
  const recipient = await world.teammate(handle);
  return {
    handle,
    sender,
    senderAgent: await world.agent(sender),
    recipient,
    recipientAgent: await world.agent(recipient),
    otherAgent: await world.agent(recipient),
    console: await world.signedIn(recipient),
  };
}

/** Content that no other thread of the test has. */
export const fresh = (): string => `What changed is ${randomUUID()}.`;

export const PROPOSED = { description: 'Use the new route.', targetFiles: ['src/client.ts'] };

export function send({ senderAgent, handle }: Sides, more: Record<string, unknown> = {}): Promise<Answer> {
  return senderAgent.mutate('handoffSend', {
    recipient: handle,
    intent: 'INFORM',
    summary: fresh(),
    ...more,
  });
}

/** The id of the thread of an answer that must be a success. */
export function threadOf(answer: Answer): string {
  const { handoff } = ok(answer);
  if (handoff === undefined) throw new Error(`No thread in ${JSON.stringify(answer)}`);
  return handoff.id;
}

/** A thread brought to `state` by real moves. */
export async function threadIn(
  people: Sides,
  state: ThreadState,
  more: Record<string, unknown> = {},
): Promise<string> {
  const id = threadOf(await send(people, more));
  if (state === 'cancelled') ok(await people.senderAgent.mutate('handoffCancel', { id }));
  if (state === 'accepted' || state === 'completed') {
    ok(await people.recipientAgent.mutate('handoffAccept', { id, session: 'first' }));
  }
  if (state === 'completed') {
    ok(
      await people.recipientAgent.mutate('handoffComplete', {
        id,
        outcome: 'PARTIAL',
        resultSummary: 'Some of it.',
      }),
    );
  }
  return id;
}

export const proposing = { intent: 'PROPOSE_ACTION', proposedAction: PROPOSED };
