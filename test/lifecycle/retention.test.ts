import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../api/src/ids.js';
import { createLog } from '../../api/src/log.js';
import { startReaper } from '../../api/src/reaper.js';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { subscribe } from '../support/subscriber.js';
import { createWorld, ok, type World } from '../support/world.js';

const DAY = 86_400_000;
const QUERY = 'subscription ($after: String) { events(after: $after) { cursor sequence event { id type } } }';

let w: World;
let door: Door;
beforeEach(async () => {
  w = await createWorld();
  door = await w.door();
});
afterEach(async () => {
  await door.close();
  await w.close();
});

/** One sweep of a server whose retention is so many days. */
async function sweep(retentionDays?: number): Promise<void> {
  const reaper = startReaper(w.db.pool, { retentionDays, intervalMs: 3_600_000, log: createLog('error') });
  const begun = reaper.lastRunAt;
  await expect.poll(() => reaper.lastRunAt).toBeGreaterThan(begun);
  await reaper.stop();
}
const purgeBefore = async (age: string) =>
  (await w.db.pool.query<{ done: number }>(`SELECT purge_transfers(baton_now() - ${age}, 100) AS done`))
    .rows[0]?.done;
const purge = () => purgeBefore("interval '30 days'");

/** Every event has its place. */
async function stamped(): Promise<void> {
  door.app.hint();
  await expect
    .poll(async () => (await w.db.pool.query('SELECT FROM event WHERE position IS NULL')).rowCount)
    .toBe(0);
}
const TABLES = {
  transfer: 'id',
  event: 'aggregate_id',
  usage_ledger: 'transfer_id',
  late_usage: 'transfer_id',
  budget_hold: 'transfer_id',
  budget_allocation: 'transfer_id',
  used_transfer_token: 'transfer_id',
  lease: 'transfer_id',
  api_key: 'transfer_id',
};
async function rowsOf(id: string): Promise<Record<string, number>> {
  const counts = await Promise.all(
    Object.entries(TABLES).map(async ([table, column]) => {
      const { rowCount } = await w.db.pool.query(`SELECT FROM ${table} WHERE ${column} = $1`, [id]);
      return [table, rowCount ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts);
}
const snapshots = async (id: string) =>
  (await w.db.pool.query('SELECT FROM snapshot WHERE id = $1', [id])).rowCount;
const head = async () =>
  (
    await w.db.pool.query<{ feed: string; position: bigint; floor: bigint }>(
      'SELECT feed_id AS feed, position, floor FROM feed_head',
    )
  ).rows[0] as { feed: string; position: bigint; floor: bigint };

/** A transfer that spent, held and reported late, and has ended. */
async function ended() {
  const scene = await w.to('active');
  const { claimant, lease } = scene;
  ok(await claimant.report(scene.id, lease, 'a', '0.10'));
  ok(await claimant.hold(scene.id, lease, 'h', '0.10'));
  ok(await scene.orchestrator.terminate(scene.id));
  await claimant.report(scene.id, lease, 'late', '0.10');
  await stamped();
  return scene;
}

test(`${shows('T10')}without a retention nothing is ever purged`, async () => {
  const { id } = await ended();
  const before = await rowsOf(id);
  expect(
    Object.values(before).every((count) => count > 0),
    JSON.stringify(before),
  ).toBe(true);
  await w.db.advanceClock(10_000 * DAY);
  await sweep();
  const { used_transfer_token: _, ...kept } = before;
  expect(await rowsOf(id)).toMatchObject(kept);
  expect((await head()).floor).toBe(0n);
});

test(`${shows('T10')}with one, whole transfers that ended before it go, and nothing else`, async () => {
  const old = await ended();
  const audited = (await w.db.pool.query('SELECT FROM audit')).rowCount;
  await w.db.advanceClock(31 * DAY);
  const recent = await ended();
  const before = await rowsOf(recent.id);
  const snapshot = (await w.judge.transfer(old.id)).snapshot_id as string;
  await sweep(30);
  expect(Object.values(await rowsOf(old.id)).every((count) => count === 0)).toBe(true);
  expect(await snapshots(snapshot)).toBe(0);
  expect(await rowsOf(recent.id)).toEqual(before);
  expect((await w.db.pool.query('SELECT FROM audit')).rowCount).toBeGreaterThanOrEqual(audited ?? 0);
  // Its session is known still: who owned it, and how often it moved.
  expect((await w.db.pool.query('SELECT FROM session WHERE id = $1', [old.sessionId])).rowCount).toBe(1);
  const [gone, never] = await Promise.all(
    [old.id, newId('transfer')].map((id) =>
      w.admin.call('query ($id: ID!) { transfer(id: $id) { id } }', { id }),
    ),
  );
  expect(gone).toEqual(never);
});

test(`${shows('T10', 'F3')}the floor rises past what went: below it a cursor is expired, at it none is missed`, async () => {
  const start = await head();
  await ended();
  const end = await head();
  await w.db.advanceClock(31 * DAY);
  const recent = await ended();
  await sweep(30);
  const { feed, floor } = await head();
  expect(floor).toBe(end.position);
  const reader = (await w.integrator()).key as string;
  for (const after of [start.position, floor - 1n]) {
    const late = await subscribe(door.url, reader, {
      query: QUERY,
      variables: { after: `${feed}.${after}` },
    });
    await expect.poll(() => late.refusals, { message: String(after) }).toEqual(['CURSOR_EXPIRED']);
    await late.end();
  }
  const good = await subscribe(door.url, reader, { query: QUERY, variables: { after: `${feed}.${floor}` } });
  const events = (await rowsOf(recent.id)).event;
  await expect.poll(() => good.changes.length).toBe(events);
  await good.end();
});

test('a reader that replays while its events are purged is told so, and shown no gap', async () => {
  await ended();
  await w.db.advanceClock(31 * DAY);
  await ended();
  const { feed } = door.app.services;
  await expect.poll(async () => feed.position === (await head()).position).toBe(true);
  await sweep(30);
  const read = feed.missed(w.organisationId, 0n, feed.position)[Symbol.asyncIterator]();
  await expect(read.next()).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
});

test('what was forked from stays, with its snapshot, until the fork is gone', async () => {
  const source = await ended();
  const fork = ok(await source.orchestrator.fork(source.id));
  const forkId = (fork.transfer as { id: string }).id;
  const { snapshot_id: snapshot } = await w.judge.transfer(source.id);
  await stamped();
  await w.db.advanceClock(31 * DAY);
  // The reaper ends the fork now; only then does its own time begin.
  await sweep(30);
  expect((await rowsOf(source.id)).transfer).toBe(1);
  expect((await rowsOf(forkId)).transfer).toBe(1);
  await stamped();
  await w.db.advanceClock(31 * DAY);
  expect(await purge()).toBe(1);
  expect((await rowsOf(forkId)).transfer).toBe(0);
  expect(await snapshots(snapshot as string)).toBe(1);
  expect(await purge()).toBe(1);
  expect(await snapshots(snapshot as string)).toBe(0);
});

test('what was told of an ended transfer lately keeps it, and the floor where it is', async () => {
  const { id, claimant, lease } = await ended();
  await w.db.advanceClock(20 * 3_600_000);
  await claimant.report(id, lease, 'later', '0.10');
  await stamped();
  // Longer ago than the end, not than the last event.
  expect(await purgeBefore("interval '12 hours'")).toBe(0);
  expect((await head()).floor).toBe(0n);
  await w.db.advanceClock(13 * 3_600_000);
  expect(await purgeBefore("interval '12 hours'")).toBe(1);
  expect((await head()).floor).toBe((await head()).position);
});

test('a snapshot goes after the last that was made from it', async () => {
  const scene = await ended();
  const { snapshot_id: parent } = await w.judge.transfer(scene.id);
  const child = `snp_child_of_${scene.id}`;
  await w.db.pool.query(
    `INSERT INTO snapshot (id, organisation_id, checksum, format, source_host, source_client, source_cwd, parent_id,
       byte_length, report, created_by)
     SELECT $1, organisation_id, checksum, format, source_host, source_client, source_cwd, id, byte_length, report, created_by
       FROM snapshot WHERE id = $2`,
    [child, parent],
  );
  await w.db.advanceClock(31 * DAY);
  expect(await purge()).toBe(1);
  expect([await snapshots(parent as string), await snapshots(child)]).toEqual([1, 1]);
  await w.db.pool.query(
    `WITH purging AS (SELECT set_config('baton.purging', 'on', true))
     SELECT purge_snapshot($1, $2) FROM purging`,
    [w.organisationId, child],
  );
  expect([await snapshots(parent as string), await snapshots(child)]).toEqual([0, 0]);
});

test('an event that has no place in the feed yet keeps its transfer', async () => {
  await door.close();
  const scene = await w.to('active');
  ok(await scene.orchestrator.terminate(scene.id));
  await w.db.advanceClock(31 * DAY);
  expect(await purge()).toBe(0);
  await w.db.pool.query('SELECT stamp_events(1000)');
  expect(await purge()).toBe(1);
  door = await w.door();
});

test('several reapers at once purge each transfer once', async () => {
  for (let made = 0; made < 6; made += 1) await ended();
  await w.db.advanceClock(31 * DAY);
  const done = await Promise.all(Array.from({ length: 4 }, purge));
  expect(done.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(6);
  expect((await w.db.pool.query('SELECT FROM transfer')).rowCount).toBe(0);
});

test('nothing else may delete what is kept', async () => {
  const { id } = await ended();
  for (const [table, column] of Object.entries(TABLES).filter(
    ([name]) => !['transfer', 'api_key'].includes(name),
  ))
    await expect(w.db.pool.query(`DELETE FROM ${table} WHERE ${column} = $1`, [id]), table).rejects.toThrow(
      'immutable',
    );
  // Not the audit log, even in a purge.
  await expect(
    w.db.pool.query(`BEGIN; SET LOCAL baton.purging = 'on'; DELETE FROM audit; COMMIT`),
  ).rejects.toThrow('immutable');
  await w.db.pool.query('ROLLBACK');
  expect((await rowsOf(id)).event).toBeGreaterThan(0);
});
