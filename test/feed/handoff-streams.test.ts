import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../../api/src/ids.js';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { CHANGE, type Subscriber, subscribe } from '../support/subscriber.js';
import { type Sides, sides, threadIn } from '../support/thread.js';
import { type Actor, createWorld, ok, type World } from '../support/world.js';

const INBOX = `subscription ($after: String) { inboxChanged(after: $after) { ${CHANGE} } }`;
const THREAD = `subscription ($id: ID!, $after: String) { handoffChanged(id: $id, after: $after) { ${CHANGE} } }`;
const WITHIN = { timeout: 15_000, interval: 50 };

let w: World;
let door: Door;
let people: Sides;
beforeAll(async () => {
  // Its documents are free text: what an agent's manifest holds is shown elsewhere.
  const document = (_: unknown, { text }: { text?: string | undefined }) => text ?? null;
  w = await createWorld();
  door = await w.door({ databasePool: 8, layers: { ...w.services.layers, document } });
  people = await sides(w);
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

const open: Subscriber[] = [];
afterEach(async () => {
  for (const subscriber of open.splice(0)) await subscriber.end();
});
async function following(who: Actor, query: string, variables = {}): Promise<Subscriber> {
  const subscriber = await subscribe(door.url, who.key as string, { query, variables });
  open.push(subscriber);
  return subscriber;
}

const types = ({ changes }: Subscriber, id: string): string[] =>
  changes.filter(({ event }) => event.aggregateId === id).map(({ event }) => event.type);

const say = (id: string): Promise<unknown> =>
  people.senderAgent.mutate('handoffMessageSend', { id, message: 'Hello.' }).then(ok);

test(`${shows('H4', 'F3')}an inbox hears of its threads, which counts as their delivery, and resumes without a gap`, async () => {
  const first = await following(people.recipientAgent, INBOX);
  const known = await threadIn(people, 'pending');
  await expect
    .poll(async () => {
      await say(known);
      door.app.hint();
      return first.changes.length;
    }, WITHIN)
    .toBeGreaterThan(0);
  const { delivered_at } = await w.judge.one<{ delivered_at: Date | null }>(
    'SELECT delivered_at FROM handoff WHERE id = $1',
    [known],
  );
  expect(delivered_at).not.toBeNull();
  const cursor = first.changes.at(-1)?.cursor;
  await first.end();

  const id = await threadIn(people, 'completed');
  const second = await following(people.recipientAgent, INBOX, { after: cursor });
  door.app.hint();
  await expect
    .poll(() => types(second, id), WITHIN)
    .toEqual(['handoff_sent', 'handoff_accepted', 'handoff_completed']);
});

test(`${shows('T12')}a thread is streamed to its two sides; to others it is one that was made up`, async () => {
  const id = await threadIn(people, 'pending');
  const abroad = await (await w.neighbour()).agent();
  for (const who of [await w.agent(await w.teammate('third@web')), abroad]) {
    const real = await following(who, THREAD, { id });
    const madeUp = await following(who, THREAD, { id: newId('handoff') });
    await expect.poll(() => [real.refusals, madeUp.refusals], WITHIN).toEqual([['NOT_FOUND'], ['NOT_FOUND']]);
  }
  const mine = await following(people.senderAgent, THREAD, { id });
  await expect
    .poll(async () => {
      await say(id);
      door.app.hint();
      return mine.changes.length;
    }, WITHIN)
    .toBeGreaterThan(0);
  expect(mine.changes[0]?.entity).toEqual({ id, status: 'PENDING' });
});
