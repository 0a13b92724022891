import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { shows } from '../requirements.js';
import { startOwnServer, withDatabase } from '../support/database-server.js';
import { type Door, openDoor } from '../support/door.js';
import { CHANGE, type Change, listen, type Subscriber, subscribe } from '../support/subscriber.js';
import { type Actor, createWorld, ok, type Scene, type World } from '../support/world.js';

const run = promisify(execFile);

const WRITERS = 16;
const EVENTS = 5_200;
const QUERY = `subscription ($after: String) { events(after: $after) { ${CHANGE} } }`;

let w: World;
let doors: Door[];
let idle: pg.Client;
let reader: Actor;
let scenes: Scene[];
beforeAll(async () => {
  w = await createWorld();
  doors = [await w.door({ databasePool: 8 }), await w.door({ databasePool: 8 })];
  reader = await w.integrator();
  scenes = await Promise.all([1, 2, 3, 4].map(() => w.to('active')));
  // An idle transaction elsewhere in the cluster, with an id of its own, must hold nobody up.
  idle = new pg.Client({ connectionString: withDatabase(inject('databaseServer').url, 'postgres') });
  await idle.connect();
  await idle.query('BEGIN; SELECT txid_current()');
});
afterAll(async () => {
  await idle.end();
  for (const door of doors.splice(0)) await door.close();
  await w.close();
});

const positionOf = (cursor: string): number => Number(cursor.split('.')[1]);

/** Follows the log from `after` on, over broken connections, at either instance in turn. */
class Follower {
  readonly seen: Change[] = [];
  cuts = 0;
  private stopped = false;
  private current: Subscriber | null = null;
  private running: Promise<void> | null = null;

  constructor(
    private readonly after: string,
    private readonly open: typeof subscribe,
    private readonly first: number,
  ) {}

  start(): void {
    this.running = this.follow();
  }

  private async follow(): Promise<void> {
    for (let turn = this.first; !this.stopped; turn += 1) {
      const door = doors[turn % doors.length] as Door;
      const cutAfter = 20 + Math.floor(Math.random() * 400);
      let came = 0;
      this.current = await this.open(door.url, reader.key as string, {
        query: QUERY,
        variables: { after: this.seen.at(-1)?.cursor ?? this.after },
        onChange: (change) => {
          this.seen.push(change);
          came += 1;
          if (came === cutAfter) this.current?.cut();
        },
      });
      await this.current.closed;
      expect(this.current.refusals).toEqual([]);
      this.cuts += 1;
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.current?.cut();
    await this.running;
  }
}

const head = async (): Promise<string> => {
  const { rows } = await w.db.pool.query<{ cursor: string }>(
    `SELECT feed_id || '.' || position AS cursor FROM feed_head`,
  );
  return rows[0]?.cursor ?? '';
};
const logged = async (after: string, pool = w.db.pool) =>
  (
    await pool.query<{ id: string; position: number; aggregate: string; sequence: number }>(
      `SELECT id::text, position::float8 AS position, aggregate_id AS aggregate, sequence FROM event
       WHERE organisation_id = $1 AND id > (SELECT coalesce(max(id), 0) FROM event WHERE position <= $2)
       ORDER BY position`,
      [w.organisationId, positionOf(after)],
    )
  ).rows;

test(`${shows('F2', 'F3', 'F4')}16 writers on 4 aggregates, two instances, cuts at random: every event once, in order`, {
  timeout: 120_000,
}, async () => {
  await expect
    .poll(async () => (await w.db.pool.query('SELECT 1 FROM event WHERE position IS NULL')).rowCount)
    .toBe(0);
  const start = await head();
  const followers = [
    new Follower(start, subscribe, 0),
    new Follower(start, subscribe, 1),
    new Follower(start, listen, 0),
  ];
  for (const follower of followers) follower.start();

  let left = EVENTS;
  const write = async (writer: number): Promise<void> => {
    const { orchestrator, id } = scenes[writer % 4] as Scene;
    while (left > 0) {
      left -= 1;
      ok(await orchestrator.topUp(id, '0.01', { idempotencyKey: randomUUID() }));
      doors[writer % 2]?.app.hint();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));

  const all = await logged(start);
  expect(all.length).toBeGreaterThanOrEqual(EVENTS);
  for (const follower of followers) {
    await expect.poll(() => follower.seen.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(all.length);
    await follower.stop();
    expect(follower.cuts).toBeGreaterThan(5);
    expect(follower.seen.map(({ cursor, event }) => [positionOf(cursor), event.id])).toEqual(
      (await logged(start)).map(({ position, id }) => [position, id]),
    );
  }
  const sequences = new Map<string, number>();
  let position = 0;
  for (const event of await logged(start)) {
    expect(event.position).toBeGreaterThan(position);
    position = event.position;
    const before = sequences.get(event.aggregate);
    if (before !== undefined) expect(event.sequence).toBe(before + 1);
    sequences.set(event.aggregate, event.sequence);
  }
  expect(sequences.size).toBe(4);

  // The same cursor, in a copy of the database under another name and another instance.
  const middle = followers[0]?.seen[2_000]?.cursor ?? '';
  const rest = (await logged(start)).filter((event) => event.position > positionOf(middle));
  await inCopy(async (url) => {
    const door = await openDoor({ ...w.db, url }, undefined, { tokenSecrets: w.tokenSecrets });
    const resumed = await subscribe(door.url, reader.key as string, {
      query: QUERY,
      variables: { after: middle },
    });
    await expect.poll(() => resumed.changes.length).toBeGreaterThanOrEqual(rest.length);
    expect(resumed.changes.map(({ event }) => event.id)).toEqual(rest.map(({ id }) => id));
    await resumed.end();
    await door.close();
  });
});

/**
 * Another database with the same rows, when nobody is connected any more: dumped and restored into a new cluster where
 * tools for this server's version are installed, else copied by the server itself.
 */
async function inCopy(work: (url: string) => Promise<void>): Promise<void> {
  for (const door of doors.splice(0)) await door.close();
  await w.services.reader.$disconnect();
  const { rows } = await w.db.pool.query<{ major: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major`,
  );
  const dumps = await canDump(rows[0]?.major ?? 0);
  // Where the tools must be there, a copy would show less than it says.
  if (process.env.BATON_TEST_DUMP === 'required') expect(dumps, 'pg_dump of this version').toBe(true);
  console.log(dumps ? 'dumped and restored into a new cluster' : 'no pg_dump of this version: copied');
  await (dumps ? inNewCluster(work) : inTemplateCopy(work));
}

async function canDump(major: number): Promise<boolean> {
  const said = await run('pg_dump', ['--version']).catch(() => ({ stdout: '' }));
  return Number(/ (\d+)/.exec(said.stdout)?.[1] ?? 0) >= major;
}

async function inNewCluster(work: (url: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'baton-dump-'));
  const cluster = await startOwnServer();
  try {
    const file = join(folder, 'dump');
    await run('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`, w.db.url]);
    const admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
    await admin.query('CREATE DATABASE restored');
    await admin.end();
    const url = withDatabase(cluster.url, 'restored');
    await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${url}`, file]);
    await work(url);
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true });
  }
}

async function inTemplateCopy(work: (url: string) => Promise<void>): Promise<void> {
  const name = new URL(w.db.url).pathname.slice(1);
  const copy = `${name}_copy`;
  const admin = new pg.Client({ connectionString: inject('databaseServer').url });
  await admin.connect();
  try {
    await admin.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [
      name,
    ]);
    await admin.query(`CREATE DATABASE ${copy} TEMPLATE ${name}`);
    await work(withDatabase(inject('databaseServer').url, copy));
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${copy} WITH (FORCE)`);
    await admin.end();
  }
}
