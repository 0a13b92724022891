import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../api/dist/db/embedded.js';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** A child of ours that speaks by IPC: `ask` sends and gives the next answer. */
export function startChild(name) {
  const child = fork(here(name), { stdio: ['ignore', 2, 2, 'ipc'] });
  const next = async () => {
    const heard = new AbortController();
    const { signal } = heard;
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`${name} ended with ${code}`);
    });
    ended.catch(() => undefined);
    try {
      const [answer] = await Promise.race([once(child, 'message', { signal }), ended]);
      return answer;
    } finally {
      heard.abort();
    }
  };
  return {
    pid: child.pid,
    next,
    tell: (message) => child.send(message),
    ask: (message) => {
      const answer = next();
      child.send(message);
      return answer;
    },
    stop: () => {
      child.disconnect();
      child.kill();
    },
  };
}

/** PostgreSQL with fsync on: that of DATABASE_URL (an empty database) when set, else the embedded one in a directory of its own. */
export async function startDatabase() {
  const given = process.env.DATABASE_URL;
  const folder = mkdtempSync(join(tmpdir(), 'baton-bench-'));
  const embedded = given
    ? { url: given, stop: async () => undefined }
    : await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => undefined });
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT pg_backend_pid() AS pid, version(), current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`,
  );
  const [{ pid, version, fsync, commit }] = rows;
  return {
    url: embedded.url,
    folder,
    query: async (text, values) => (await client.query(text, values)).rows,
    postmaster: parentOf(pid),
    is: `${version.split(' ').slice(0, 2).join(' ')} (${given ? 'of DATABASE_URL' : 'embedded'}), fsync ${fsync}, synchronous_commit ${commit}`,
    fdatasyncs: fdatasyncsPerSecond(folder),
    stop: async () => {
      await client.end();
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The product as it is built, on that database. BATON_BENCH_NODE: further options of node, as `--cpu-prof`. */
export async function startProduct(database, adminKey) {
  const options = (process.env.BATON_BENCH_NODE ?? '').split(' ').filter(Boolean);
  const child = spawn(process.execPath, [...options, here('../../api/dist/main.js')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: database.url,
      BATON_DATA_DIR: join(database.folder, 'data'),
      BATON_ADMIN_KEY: adminKey,
      BATON_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 2],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^Baton listens on .*:(\d+)$/.exec(line)?.[1];
    if (port === undefined) continue;
    return {
      pid: child.pid,
      port: Number(port),
      stop: async () => {
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }
  throw new Error('The server ended before it listened');
}

/** Synchronous writes of one page that the disk takes in a second. */
function fdatasyncsPerSecond(folder) {
  const file = openSync(join(folder, 'fdatasync'), 'w');
  const page = Buffer.alloc(8192, 1);
  const until = performance.now() + 1_000;
  let count = 0;
  for (; performance.now() < until; count += 1) {
    writeSync(file, page, 0, page.length, 0);
    fdatasyncSync(file);
  }
  closeSync(file);
  return count;
}

/** Fields of /proc/<pid>/stat behind the name; null where there is no such thing. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return null;
    throw error;
  }
}
const parentOf = (pid) => Number(statOf(pid)?.[1] ?? 0);

const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** CPU seconds so far of each party, `{ name: pid }`; a postmaster's children count with it. Empty without /proc. */
export function cpuOf(parties) {
  if (statOf(process.pid) === null) return {};
  const everybody = processes();
  return Object.fromEntries(
    Object.entries(parties).map(([name, pid]) => {
      const pids = name === 'database' ? [pid, ...everybody.filter((each) => parentOf(each) === pid)] : [pid];
      const ticks = pids.reduce((sum, each) => {
        const stat = statOf(each);
        return sum + (stat === null ? 0 : Number(stat[11]) + Number(stat[12]));
      }, 0);
      return [name, ticks / 100];
    }),
  );
}

/** Path of pgbench, or null. */
export function findPgbench() {
  for (const path of ['pgbench', '/usr/bin/pgbench']) {
    try {
      execFileSync(path, ['--version'], { stdio: 'ignore' });
      return path;
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  return null;
}
