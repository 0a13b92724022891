import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { textOf } from '../../test/docs/markdown.js';
import { type BuiltServer, startBuiltServer } from '../../test/support/built-server.js';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { Api } from './client/api.js';
import { stage } from './client/transfers.js';
import { feedCursor } from './commands/watch.js';
import { readEnv } from './env.js';
import { run } from './program.js';

const ADMIN_KEY = randomBytes(24).toString('hex');

vi.setConfig({ testTimeout: 60_000 });

let db: TestDatabase;
let folder: string;
/** What commands speak with; it is killed and comes back on its port. */
let server: BuiltServer;
/** A second instance, by which things happen whatever becomes of the first. */
let other: BuiltServer;
let api: Api;

const start = (name: string, port = '0') =>
  startBuiltServer({
    DATABASE_URL: db.url,
    BATON_DATA_DIR: join(folder, name),
    BATON_ADMIN_KEY: ADMIN_KEY,
    BATON_LOG_LEVEL: 'error',
    PORT: port,
  });
const startAgain = () => start('one', new URL(server.url).port);

beforeAll(async () => {
  db = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'baton-watch-'));
  [server, other] = await Promise.all([start('one'), start('two')]);
  const said = capture();
  await run(['keys', 'issue', '--kind', 'orchestrator', '--name', 'writer', '--json'], {
    env: { ...readEnv({}), url: other.url, key: ADMIN_KEY },
    ...said.streams,
  });
  api = new Api({ url: other.url, key: JSON.parse(said.out()).key });
}, 60_000);
afterAll(async () => {
  await Promise.all([server.stop(), other.stop()]);
  await db.drop();
  rmSync(folder, { recursive: true });
});

function capture() {
  const text = { stdout: '', stderr: '' };
  const to = (name: 'stdout' | 'stderr') => ({
    write: (chunk: string) => {
      text[name] += chunk;
    },
  });
  return {
    streams: { stdout: to('stdout'), stderr: to('stderr') },
    out: () => text.stdout,
    err: () => text.stderr,
  };
}

/** A command that follows, until `stop`. */
function following(args: string[], key: string | undefined = ADMIN_KEY) {
  const said = capture();
  const ending = new AbortController();
  const env = { url: server.url, key, noColor: true, inherited: readEnv().inherited };
  const code = run([...args, '--json'], { env, ...said.streams, signal: ending.signal });
  return {
    lines: () =>
      said
        .out()
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    err: said.err,
    code,
    stop: () => {
      ending.abort();
      return code;
    },
  };
}

const stageOne = (label: string) =>
  stage(api, {
    source: { host: 'h', client: 'plain', cwd: '/' },
    sessionLabel: label,
    messageHistory: [{ role: 'user', content: label }],
  }).then(({ transfer }) => transfer.id);

/** Ids of the events behind a cursor, in the feed's order, once all of them are numbered. */
async function numbered(after: string): Promise<string[]> {
  const position = after.split('.')[1];
  await expect
    .poll(async () => (await db.pool.query('SELECT 1 FROM event WHERE position IS NULL')).rowCount)
    .toBe(0);
  const { rows } = await db.pool.query('SELECT id FROM event WHERE position > $1 ORDER BY position', [
    position,
  ]);
  return rows.map(({ id }) => String(id));
}

const cursorNow = () => feedCursor(api);
const idsOf = (lines: { id: string }[]) => lines.map(({ id }) => id);

describe('watch', () => {
  test('survives that the server is killed, and that it stops: no event missed, none twice', async () => {
    const from = await cursorNow();
    const watch = following(['watch', '--after', from]);
    for (let round = 0; round < 3; round += 1) {
      await stageOne(`before-${round}`);
      await expect.poll(() => idsOf(watch.lines())).toEqual(await numbered(from));
      const gone = round === 1 ? server.stop() : server.kill();
      await stageOne(`meanwhile-${round}`);
      await gone;
      await stageOne(`gone-${round}`);
      server = await startAgain();
    }
    await stageOne('after');
    const expected = await numbered(from);
    expect(expected).toHaveLength(10);
    await expect.poll(() => watch.lines().length).toBeGreaterThanOrEqual(expected.length);
    expect(await watch.stop()).toBe(0);
    expect(idsOf(watch.lines())).toEqual(expected);
    expect(watch.err()).toContain(`--after ${watch.lines().at(-1).cursor}`);
  });

  test('without a cursor begins now, and misses nothing that comes before its first event', async () => {
    const watch = following(['watch']);
    await expect.poll(watch.err).toContain('following');
    await server.kill();
    const id = await stageOne('first');
    server = await startAgain();
    await expect.poll(() => watch.lines().map(({ aggregateId }) => aggregateId)).toEqual([id]);
    expect(await watch.stop()).toBe(0);
  });

  test('--exec runs the command for each event, with the event and without the key', async () => {
    const file = join(folder, 'told');
    const from = await cursorNow();
    const command = `printf '%s %s %s ' "$BATON_EVENT_TYPE" "$BATON_EVENT_AGGREGATE_ID" "[$BATON_KEY]" >> ${file}; cat >> ${file}; exit 7`;
    const watch = following(['watch', '--after', from, '--exec', command]);
    const ids = [await stageOne('one'), await stageOne('two')];
    await expect.poll(() => watch.err().match(/ended with 7/g)?.length).toBe(2);
    await watch.stop();
    const told = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(told.map((line) => line.split(' ').slice(0, 3))).toEqual(
      ids.map((id) => ['snapshot_created', id, '[]']),
    );
    expect(told.map((line) => JSON.parse(line.slice(line.indexOf('{'))))).toEqual(watch.lines());
  });

  test('one transfer alone', async () => {
    const from = await cursorNow();
    const [, mine] = [await stageOne('not mine'), await stageOne('mine')];
    const watch = following(['watch', mine, '--after', from]);
    await expect.poll(() => watch.lines().map(({ aggregateId }) => aggregateId)).toEqual([mine]);
    await watch.stop();
  });

  test.each([
    ['a key that is none', ['watch'], 'nobody', 4, 'UNAUTHENTICATED'],
    ['a cursor of another feed', ['watch', '--after', '0123456789ab.1'], ADMIN_KEY, 1, 'INVALID_INPUT'],
    ['what is no cursor', ['watch', '--after', 'x'], ADMIN_KEY, 1, 'INVALID_INPUT'],
    ['a transfer that is not there', ['watch', 'trf_01m8qdntg4faksv8wxcn317qf2'], ADMIN_KEY, 1, 'NOT_FOUND'],
    ['--on what is not', ['watch', '--on', 'rain'], ADMIN_KEY, 2, 'USAGE'],
    ['--follow with --first', ['events', '--follow', '--first', '3'], ADMIN_KEY, 2, 'USAGE'],
  ])('%s ends it', async (_, args, key, code, word) => {
    const watch = following(args, key);
    expect(await watch.code).toBe(code);
    expect(watch.lines()).toMatchObject([{ error: { code: word } }]);
  });

  test('a key that is revoked in mid-stream ends it', async () => {
    const issued = capture();
    const env = { ...readEnv({}), url: other.url, key: ADMIN_KEY };
    await run(['keys', 'issue', '--kind', 'integrator', '--name', 'alerter', '--json'], {
      env,
      ...issued.streams,
    });
    const { key, id } = JSON.parse(issued.out());
    const watch = following(['watch', '--after', await cursorNow()], key);
    await stageOne('seen');
    await expect.poll(() => watch.lines().length).toBe(1);
    await run(['keys', 'revoke', id], { env, ...capture().streams });
    expect(await watch.code).toBe(4);
  });
});

test('events --follow prints the log and goes on, across a restart, each event once', async () => {
  const { rows } = await db.pool.query('SELECT count(*)::int AS n FROM event');
  const follow = following(['events', '--follow']);
  await expect.poll(() => follow.lines().length).toBe(rows[0].n);
  await server.kill();
  await stageOne('while it was gone');
  server = await startAgain();
  await stageOne('afterwards');
  await expect.poll(() => follow.lines().length).toBe(rows[0].n + 2);
  expect(await follow.stop()).toBe(0);
  expect(new Set(idsOf(follow.lines())).size).toBe(rows[0].n + 2);
});

test('schema prints the committed schema without a server', async () => {
  const said = capture();
  const env = { url: 'http://127.0.0.1:1', key: undefined, noColor: true, inherited: {} };
  expect(await run(['schema'], { env, ...said.streams })).toBe(0);
  expect(said.out()).toBe(textOf('api/schema.graphql'));
});
