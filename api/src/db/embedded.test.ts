import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runSource, type SourceProcess } from '../../../test/support/source-process.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.js';
import { processIdentity } from './process-identity.js';

const asRoot = process.getuid?.() === 0;
let dir: string;
let dataDir: string;
let said: string[];
let cleanUps: (() => unknown)[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'baton-embedded-'));
  // As root the server runs as another user, who must be able to pass.
  chmodSync(dir, 0o711);
  dataDir = join(dir, 'data');
  said = [];
  cleanUps = [() => rmSync(dir, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => said.push(line) });
  cleanUps.push(() => server.stop());
  return server;
}

async function hold(): Promise<{ holder: SourceProcess; url: string; postmaster: number }> {
  const holder = runSource('./hold-embedded.ts', [dataDir]);
  cleanUps.push(() => holder.end('SIGKILL'));
  return { holder, url: await holder.line(), postmaster: postmasterPid() };
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

describe('embedded PostgreSQL', { timeout: 60_000 }, () => {
  test('a first start makes a durable database, a second one finds what was written', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    await first.ended;
    expect(existsSync(join(dataDir, 'cluster', 'postmaster.pid'))).toBe(false);

    const second = await start();
    expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([7]);
    const settings = ['fsync', 'synchronous_commit', 'server_encoding', 'listen_addresses', 'TimeZone'];
    const values = await Promise.all(settings.map((name) => ask(second.url, `SHOW ${name}`)));
    expect(values.flat()).toEqual(['on', 'on', 'UTF8', '', 'UTC']);
    expect(
      await ask(
        second.url,
        'SELECT datlocprovider, datlocale FROM pg_database WHERE datname = current_database()',
      ),
    ).toEqual(['b', 'C.UTF-8']);
    expect(statSync(join(dataDir, 'socket')).mode & 0o777).toBe(0o700);
  });

  test('a live data directory is refused to a second process, and free after stop()', async () => {
    const { holder, url } = await hold();
    await expect(start()).rejects.toThrow(`in use by process ${holder.pid}.`);
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
    await holder.end('SIGTERM');
    await start();
  });

  test('the same process is refused as well', async () => {
    await start();
    await expect(start()).rejects.toThrow(`in use by process ${process.pid}.`);
  });

  test('a server whose Baton was killed is stopped, and nothing committed is lost', async () => {
    const { holder, url, postmaster } = await hold();
    await ask(url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await holder.end('SIGKILL');
    expect(processIdentity(postmaster)).toBeDefined();

    const server = await start();
    expect(said).toEqual([`Stopping the database server ${postmaster} that an earlier process left behind`]);
    expect(processIdentity(postmaster)).toBeUndefined();
    expect(await ask(server.url, 'SELECT n FROM kept')).toEqual([7]);
  });

  test('when Baton and server were killed, recovery brings back what was committed', async () => {
    const { holder, url, postmaster } = await hold();
    await ask(url, 'CREATE TABLE kept AS SELECT 7 AS n');
    process.kill(postmaster, 'SIGKILL');
    await holder.end('SIGKILL');

    const server = await start();
    expect(await ask(server.url, 'SELECT n FROM kept')).toEqual([7]);
  });

  test("a stranger who has the killed server's pid is left alone", async () => {
    const { holder, postmaster } = await hold();
    process.kill(postmaster, 'SIGKILL');
    await holder.end('SIGKILL');
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    cleanUps.push(() => stranger.kill());
    const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
    const [, ...others] = readFileSync(pidFile, 'utf8').split('\n');
    writeFileSync(pidFile, [stranger.pid, ...others].join('\n'));

    await start();
    expect(processIdentity(stranger.pid ?? 0)).toBeDefined();
  });

  test('a start that was killed while it made the database is begun anew', async () => {
    mkdirSync(join(dataDir, 'cluster-draft-1'), { recursive: true });
    await start();
    expect(existsSync(join(dataDir, 'cluster-draft-1'))).toBe(false);
  });

  test('its end is told when nobody asked for it', async () => {
    const server = await start();
    process.kill(postmasterPid(), 'SIGKILL');
    await server.ended;
    expect(said).toContain('The embedded database has ended on its own');
  });

  test('a socket path beyond what the system takes moves to a short, private directory', async () => {
    dataDir = join(dir, 'x'.repeat(110), 'data');
    const server = await start();
    const socketDir = new URL(server.url).searchParams.get('host') ?? '';
    expect(socketDir.length).toBeLessThan(90);
    expect(statSync(socketDir).mode & 0o777).toBe(0o700);
    expect(await ask(server.url, 'SELECT 1')).toEqual([1]);
    await server.stop();
    expect(existsSync(socketDir)).toBe(false);
  });

  test('data of another major version is refused', async () => {
    await (await start()).stop();
    writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow('was made by PostgreSQL 17, this installation brings 18');
  });

  test('a server that cannot start says why, and leaves the directory free', async () => {
    await expect(
      startEmbeddedPostgres({ dataDir, log: () => undefined, settings: { shared_buffers: '1kB' } }),
    ).rejects.toThrow(/did not start.*shared_buffers/s);
    await start();
  });
});

describe.runIf(asRoot)('embedded PostgreSQL as root', { timeout: 60_000 }, () => {
  test('runs as an unprivileged user, who owns its files', async () => {
    await start();
    const owner = statSync(join(dataDir, 'cluster')).uid;
    expect(owner).not.toBe(0);
    expect(readFileSync(`/proc/${postmasterPid()}/status`, 'utf8')).toMatch(
      new RegExp(`^Uid:\\t${owner}\\t${owner}\\t${owner}\\t`, 'm'),
    );
  });

  test('keeps its files where that user can reach them, and finds them again', async () => {
    chmodSync(dir, 0o700);
    const first = await start();
    const home = readlinkSync(join(dataDir, 'relocated'));
    cleanUps.splice(1, 0, () => rmSync(home, { recursive: true, force: true }));
    expect(dirname(home)).toBe('/var/lib/baton');
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    expect(await ask((await start()).url, 'SELECT n FROM kept')).toEqual([7]);
  });
});
