import { createSourceEventStream, execute, parse } from 'graphql';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isShareable } from '../../api/src/event/shareable.js';
import { schema } from '../../api/src/schema/index.js';
import type { Door } from '../support/door.js';
import { CHANGE, type Change, type Subscriber, subscribe } from '../support/subscriber.js';
import { type Actor, createWorld, ok, type Scene, type World } from '../support/world.js';

let w: World;
let door: Door;
/** Whose agent staged the transfer. */
let owner: Actor;
let scene: Scene;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door({ databasePool: 8 });
  owner = await w.person('developer');
  scene = await w.to('active', { agent: await w.agent(owner) });
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

const open: Subscriber[] = [];
const endAll = async () => {
  for (const subscriber of open.splice(0)) await subscriber.end();
  await expect.poll(() => door.app.streams.broadcasts).toBe(0);
};
afterEach(endAll);

async function following(who: Actor, query: string): Promise<Subscriber> {
  const subscriber =
    who.key === null ? await openInside(who, query) : await subscribe(door.url, who.key, { query });
  open.push(subscriber);
  return subscriber;
}

/** A stream of a person, who has no key, as the doors open them. */
async function openInside({ viewer }: Actor, query: string): Promise<Subscriber> {
  const changes: Change[] = [];
  const abort = new AbortController();
  const closed = new Promise<number>((resolve) => {
    abort.signal.addEventListener('abort', () => resolve(0));
  });
  const context = { ...door.app.services, viewer, requestId: 'inside', signal: abort.signal };
  await door.app.streams.open(
    { document: parse(query), context },
    {
      next: ({ text }) => changes.push(...(Object.values(JSON.parse(text).data) as Change[])),
      room: async () => undefined,
      end: (error) => {
        throw error;
      },
    },
  );
  const cut = (): void => abort.abort();
  return { changes, refusals: [], closed, cut, end: async () => cut() };
}

/** What an execution of its own shows a viewer of the events in (after, until]. */
async function alone({ viewer }: Actor, query: string, after: bigint, until: bigint): Promise<unknown[]> {
  const { feed } = door.app.services;
  const contextValue = {
    ...door.app.services,
    viewer,
    requestId: 'private',
    signal: new AbortController().signal,
    resumeAfter: `${feed.id}.${after}`,
    replayUntil: until,
  };
  const source = await createSourceEventStream({ schema, document: parse(query), contextValue });
  const shown: unknown[] = [];
  for await (const rootValue of source as AsyncIterable<unknown>) {
    const { data } = await execute({ schema, document: parse(query), rootValue, contextValue });
    shown.push(...Object.values(data ?? {}));
  }
  return JSON.parse(JSON.stringify(shown));
}

const crossed = async () => ok(await scene.report(`usage-${crypto.randomUUID()}`, '1.00'));
/** Leaves the transfer as solvent as it was, over and over: each turn crosses the ceiling once. */
async function happen(): Promise<void> {
  await crossed();
  ok(await scene.orchestrator.topUp(scene.id, '1.00'));
  door.app.hint();
}

async function untilLive({ changes }: Subscriber): Promise<void> {
  await expect
    .poll(async () => {
      await happen();
      return changes.length;
    })
    .toBeGreaterThan(0);
}

/** Who may subscribe: what each is shown of the same events must be what an execution of its own shows. */
const ALL: Record<string, () => Promise<Actor>> = {
  administrator: async () => w.admin,
  operator: () => w.person('operator'),
  orchestrator: async () => scene.orchestrator,
  'another orchestrator': () => w.orchestrator(),
  integrator: () => w.integrator(),
  'integrator who reads content': () => w.integrator(['transfer:read', 'event:read', 'transfer:content']),
};
/** Who sees its own alone has an execution of its own. */
const SUBSCRIBERS: Record<string, () => Promise<Actor>> = { ...ALL, developer: async () => owner };
const kinds = Object.keys(SUBSCRIBERS);
const pairs = kinds.flatMap((one, index) => kinds.slice(index + 1).map((other) => [one, other] as const));

const PUBLIC =
  'cursor event { id type data actor } entity { id status budget { spent allocated } runtime { claimedBy } }';
const OWN = 'cursor event { id } entity { id availableActions { action } }';

/** Subscribes both, and compares each with an execution of its own over the same events. */
async function compare(one: string, other: string, query: string, shared: number): Promise<void> {
  const actors = await Promise.all([one, other].map((kind) => (SUBSCRIBERS[kind] as () => Promise<Actor>)()));
  const streams = await Promise.all(actors.map((actor) => following(actor, query)));
  await expect.poll(() => door.app.streams.broadcasts).toBe(shared);
  for (const stream of streams) await untilLive(stream);
  const before = await stamped();
  await happen();
  const until = await stamped();
  for (const [index, actor] of actors.entries()) {
    const wanted = await alone(actor, query, before, until);
    expect(wanted.length).toBeGreaterThan(0);
    const { changes } = streams[index] as Subscriber;
    const heard = () => changes.filter(({ cursor }) => positionOf(cursor) > before);
    await expect.poll(() => heard().length).toBe(wanted.length);
    // The state of the moment may be older in those told first; the last is as it stays.
    expect(heard().at(-1)).toEqual(wanted.at(-1));
    expect(heard().map(({ event }) => event.id)).toEqual((wanted as Change[]).map(({ event }) => event.id));
  }
  await endAll();
}

const positionOf = (cursor: string): bigint => BigInt(cursor.split('.')[1] ?? '');
/** The feed's head once every committed event has its position. */
async function stamped(): Promise<bigint> {
  const unstamped = 'SELECT count(*)::int AS n FROM event WHERE position IS NULL';
  await expect.poll(async () => (await w.db.pool.query<{ n: number }>(unstamped)).rows[0]?.n).toBe(0);
  const { rows } = await w.db.pool.query<{ position: string }>('SELECT position FROM feed_head');
  return BigInt(rows[0]?.position ?? '');
}

test.each(pairs)(`%s beside %s`, async (one, other) => {
  const shared = one === 'developer' || other === 'developer' ? 2 : 1;
  await compare(one, other, `subscription { transfersChanged { ${PUBLIC} } }`, shared);
  await compare(one, other, `subscription { transfersChanged { ${OWN} } }`, 2);
});

const subscriptions = () => ({
  'events(filter)': `subscription { events(filter: { types: ["insolvent", "budget_topped_up"] }) { ${PUBLIC} } }`,
  insolvencyRaised: `subscription { insolvencyRaised { ${PUBLIC} } }`,
  transferChanged: `subscription { transferChanged(id: "${scene.id}") { ${PUBLIC} } }`,
  budgetChanged: `subscription { budgetChanged(id: "${scene.id}") { ${PUBLIC} } }`,
});
test.each(['events(filter)', 'insolvencyRaised', 'transferChanged', 'budgetChanged'] as const)(
  '%s is shared too, with one who may read all',
  async (name) => {
    const query = subscriptions()[name];
    for (const other of ['administrator', 'orchestrator', 'integrator who reads content'])
      await compare('integrator', other, query, 1);
    if (name === 'transferChanged' || name === 'budgetChanged')
      await compare('integrator', 'developer', query, 2);
  },
);

test.each(['availableActions { action }', 'snapshot { checksum }', 'events { edges { cursor } }'])(
  'a field that is not marked, like %s, makes it private',
  (field) => {
    const of = (more: string) =>
      isShareable(schema, parse(`subscription { transfersChanged { cursor entity { id ${more} } } }`));
    expect(of('')).toBe(true);
    expect(of(field)).toBe(false);
  },
);

test('who only sees its own is told of it, and nothing of others', async () => {
  const query = `subscription { transfersChanged { ${CHANGE} } }`;
  const other = await w.to('active');
  ok(await other.orchestrator.topUp(other.id, '0.01'));
  await happen();
  const until = await stamped();
  const seen = (await alone(owner, query, 0n, until)) as Change[];
  expect(new Set(seen.map(({ event }) => event.aggregateId))).toEqual(new Set([scene.id]));
  const { rows } = await w.db.pool.query(
    'SELECT id::text FROM event WHERE aggregate_id = $1 ORDER BY position',
    [scene.id],
  );
  expect(seen.map(({ event }) => event.id)).toEqual(rows.map(({ id }) => id));
  const stranger = await w.person('developer');
  expect(await alone(stranger, query, 0n, until)).toEqual([]);
});
