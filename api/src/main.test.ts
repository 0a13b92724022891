import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { openRelay } from '../../test/support/relay.js';
import { runSource, type SourceProcess } from '../../test/support/source-process.js';

const ADMIN_KEY = 'an-admin-key-of-at-least-32-characters';

// Each start compiles the sources, with the whole machine busy.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let dataDir: string;
let db: TestDatabase;
const running: SourceProcess[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'baton-main-'));
  // As root the database runs as another user, who must get to its files.
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  for (const { child, end } of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
  }
});
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true });
});

/** The program on a free port, and what it wrote to stderr so far. */
function start(env: NodeJS.ProcessEnv): { server: SourceProcess; said: () => string } {
  const server = runSource('../../api/src/main.ts', [], {
    env: { PORT: '0', BATON_DATA_DIR: dataDir, BATON_ADMIN_KEY: ADMIN_KEY, ...env },
  });
  running.push(server);
  let text = '';
  server.child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { server, said: () => text };
}

async function ready(server: SourceProcess): Promise<string> {
  const line = await server.line();
  expect(line).toMatch(/^Baton listens on http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  return line.replace('Baton listens on ', '');
}

async function exitOf({ child }: SourceProcess): Promise<{ code: number | null; ms: number }> {
  const start = performance.now();
  if (child.exitCode === null) await once(child, 'exit');
  return { code: child.exitCode, ms: performance.now() - start };
}

async function ask(url: string, query: string): Promise<unknown> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify({ query }),
  });
  return response.json();
}

const STAGE = `mutation {
  transferStage(input: {
    source: { host: "laptop", client: "plain", cwd: "/home/someone" }
    files: [{ path: "a.txt", base64: "YQ==" }]
  }) { ... on TransferStageSuccess { transfer { id } } ... on Refusal { code message } }
}`;

describe('with the embedded database', () => {
  let id: string;
  let secret: string;

  test('starts on nothing, serves, and ends on SIGTERM within 5 s', async () => {
    const { server, said } = start({});
    const url = await ready(server);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const staged = (await ask(url, STAGE)) as { data: { transferStage: { transfer: { id: string } } } };
    ({ id } = staged.data.transferStage.transfer);
    secret = readFileSync(join(dataDir, 'transfer-token-secret'), 'utf8');
    server.child.kill('SIGTERM');
    const { code, ms } = await exitOf(server);
    expect([code, said().includes('"level":50')]).toEqual([0, false]);
    expect(ms).toBeLessThan(5_000);
    for (const word of [ADMIN_KEY, secret]) expect(said()).not.toContain(word);
  });

  test('killed, it comes up again with what was acknowledged', async () => {
    const first = start({});
    await ready(first.server);
    await first.server.end('SIGKILL');
    const second = start({});
    const url = await ready(second.server);
    expect(await ask(url, `{ transfer(id: "${id}") { id status } }`), second.said()).toMatchObject({
      data: { transfer: { id, status: 'STAGED' } },
    });
    expect(readFileSync(join(dataDir, 'transfer-token-secret'), 'utf8')).toBe(secret);
    const other = start({});
    expect((await exitOf(other.server)).code).toBe(1);
    expect(other.said()).toContain(`in use by process ${second.server.pid}`);
  });

  test('does not outlive its database', async () => {
    const { server, said } = start({});
    await ready(server);
    const [pid] = readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    expect((await exitOf(server)).code).toBe(1);
    expect(said()).toContain('the embedded database has ended on its own');
  });
});

describe('with DATABASE_URL', () => {
  test('says that its port is taken', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => {
      holder.listen(0, '127.0.0.1', resolve);
    });
    const { port } = holder.address() as { port: number };
    const { server, said } = start({ DATABASE_URL: db.url, PORT: String(port) });
    expect((await exitOf(server)).code).toBe(1);
    expect(said()).toContain(`baton: Port ${port} of 127.0.0.1 is in use. Choose another by PORT.\n`);
    holder.close();
  });

  test('a Ctrl-C that comes twice, from the terminal and by npm, stops in order', async () => {
    const { server } = start({ DATABASE_URL: db.url });
    await ready(server);
    server.child.kill('SIGINT');
    server.child.kill('SIGINT');
    server.child.kill('SIGTERM');
    expect((await exitOf(server)).code).toBe(0);
  });

  test('ends in time although the database hangs, and at once on a second signal', async () => {
    const relay = await openRelay(db.url);
    const [patient, pressed] = [start({ DATABASE_URL: relay.url }), start({ DATABASE_URL: relay.url })];
    await Promise.all([ready(patient.server), ready(pressed.server)]);
    relay.hang();
    patient.server.child.kill('SIGTERM');
    pressed.server.child.kill('SIGTERM');
    await expect.poll(pressed.said).toContain('"stopping"');
    pressed.server.child.kill('SIGTERM');
    expect((await exitOf(pressed.server)).ms).toBeLessThan(1_000);
    expect((await exitOf(patient.server)).ms).toBeLessThan(5_000);
    await relay.close();
  });

  test('says that the database cannot be reached', async () => {
    const relay = await openRelay(db.url);
    await relay.close();
    const { server, said } = start({ DATABASE_URL: relay.url });
    expect((await exitOf(server)).code).toBe(1);
    expect(said()).toMatch(/^baton: .*ECONNREFUSED/);
  });
});

test('bad settings: every problem, exit 1', async () => {
  const { server, said } = start({ PORT: 'x', BATON_ADMIN_KEY: 'short', TRANSFER_TOKEN_SECRET: 'short' });
  expect((await exitOf(server)).code).toBe(1);
  expect(said().trimEnd().split('\n')).toEqual([
    'baton: PORT must be a whole number',
    'baton: BATON_ADMIN_KEY must have at least 32 characters',
    'baton: TRANSFER_TOKEN_SECRET the secret "default" must have at least 32 bytes',
  ]);
});
