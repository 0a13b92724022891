import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill } from 'node:process';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPool } from '../../api/src/db/pool.js';
import { shows } from '../requirements.js';
import { type Lease, OFFER } from '../support/actor.js';
import type { TestDatabase } from '../support/database.js';
import { insertKey } from '../support/door.js';
import { Judge } from '../support/judge.js';
import { remote } from '../support/remote.js';
import { runSource, type SourceProcess } from '../support/source-process.js';
import { storyOf } from '../support/story.js';
import { type Actor, type Answer, codeOf, ok, tokenOf } from '../support/world.js';

// Each start compiles the sources, with the whole machine busy.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let server: SourceProcess | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-chaos-'));
  // As root the database runs as another user, who must get to its files.
  chmodSync(folder, 0o711);
});
afterAll(async () => {
  if (server?.child.exitCode === null && server.child.signalCode === null) await server.end('SIGTERM');
  rmSync(folder, { recursive: true });
});

const cluster = (): string => join(folder, 'data', 'postgres', 'cluster');

/** The product's own program with its own database, on the same data each time. */
async function start(): Promise<string> {
  server = runSource('../../api/src/main.ts', [], {
    env: { PORT: '0', BATON_DATA_DIR: join(folder, 'data'), BATON_LOG_LEVEL: 'fatal' },
  });
  return (await server.line()).replace('Baton listens on ', '');
}

/** The postmaster's own note: its process, and the folder of its socket. */
function postmaster(): { pid: number; socket: string } {
  const [pid, , , , socket = ''] = readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(pid), socket };
}

const connect = (): pg.Pool =>
  createPool(`postgresql://baton@localhost/baton?host=${encodeURIComponent(postmaster().socket)}`, {
    max: 2,
  });

/** A transfer in pool `manual` that runs, moved there by its orchestrator. */
async function running(orchestrator: Actor, judge: Judge): Promise<{ id: string; lease: Lease }> {
  const leaseSecret = 'a-lease-secret-of-this-test';
  const { id } = ok(await orchestrator.stage()).transfer;
  const provision = { ...OFFER, pool: 'manual', allocatedUsd: '1000.00' };
  const token = tokenOf(await orchestrator.mint(id, 'PROVISION_RUNTIME', { provision }));
  ok(await orchestrator.provision(id, token));
  ok(await orchestrator.push(id));
  const facts = await judge.one(
    'SELECT checksum, snapshot_entries AS entries, snapshot_last_entry AS "lastEntrySha256" FROM transfer WHERE id = $1',
    [id],
  );
  ok(await orchestrator.verify(id, facts, leaseSecret));
  const { transfer } = ok(await orchestrator.activate(id, tokenOf(await orchestrator.mint(id, 'ACTIVATE'))));
  return { id, lease: { epoch: transfer.epoch ?? 0, leaseSecret } };
}

/** One call of the load, which may be sent again, to any server. */
interface Sent {
  readonly kind: 'report' | 'stage';
  readonly call: (orchestrator: Actor) => Promise<Answer>;
  acknowledged: boolean;
}

/** Calls four at a time until the server is gone; `enough` once so many were answered. */
async function load(
  orchestrator: Actor,
  next: (n: number) => Omit<Sent, 'acknowledged'>,
  enough: () => void,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  let alive = true;
  let answered = 0;
  const worker = async (): Promise<void> => {
    while (alive) {
      const one: Sent = { ...next(sent.length), acknowledged: false };
      sent.push(one);
      // A broken connection and UNAVAILABLE say the same: nobody knows whether it was done.
      const answer = await one
        .call(orchestrator)
        .catch((): Answer => ({ __typename: 'Fault', code: 'GONE' }));
      alive &&= codeOf(answer) === 'OK';
      one.acknowledged = codeOf(answer) === 'OK';
      if (one.acknowledged && ++answered === 60) enough();
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return sent;
}

test.each(['server', 'database'] as const)(
  `${shows('T2', 'T6', 'I2', 'F1')}the %s killed under load: the next start has all that was acknowledged, and each repeat counts once`,
  async (victim) => {
    const url = await start();
    const pool = connect();
    const { key } = await insertKey({ pool } as TestDatabase, 'orchestrator');
    const who = { key, viewer: { kind: 'orchestrator' } as Actor['viewer'] };
    const { id, lease } = await running(remote(who, url), new Judge(pool));
    const sent = await load(
      remote(who, url),
      (n) =>
        n % 2 === 0
          ? { kind: 'report', call: (by) => by.report(id, lease, `usage-${n}`, '0.01') }
          : { kind: 'stage', call: (by) => by.stage({ messageHistory: [], idempotencyKey: `stage-${n}` }) },
      () => kill(victim === 'server' ? (server as SourceProcess).pid : postmaster().pid, 'SIGKILL'),
    );
    const { child } = server as SourceProcess;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await pool.end();

    const orchestrator = remote(who, await start());
    const again = connect();
    const judge = new Judge(again);
    expect(await storyOf(judge)).toEqual([]);
    expect(sent.filter(({ acknowledged }) => acknowledged).length).toBeGreaterThanOrEqual(60);
    for (const { call, acknowledged } of sent) {
      const { replayed } = ok(await call(orchestrator));
      // What was not acknowledged may have been done or not.
      if (acknowledged) expect(replayed).toBe(true);
    }
    const reports = sent.filter(({ kind }) => kind === 'report').length;
    expect((await judge.transfer(id)).spent).toBe(BigInt(reports) * 10_000_000n);
    const { staged } = await judge.one<{ staged: number }>(
      'SELECT count(*)::integer AS staged FROM transfer WHERE staged_by = (SELECT staged_by FROM transfer WHERE id = $1)',
      [id],
    );
    expect(staged).toBe(1 + sent.length - reports);
    expect(await storyOf(judge)).toEqual([]);
    await again.end();
    await (server as SourceProcess).end('SIGTERM');
  },
);
