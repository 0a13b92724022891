import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from '../support/actor.js';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { createWorld, type World } from '../support/world.js';
import { fencedBlocks, root, textOf } from './markdown.js';

let world: World;
let folder: string;
let server: BuiltServer;
let key: string;

const start = (port = '0') =>
  startBuiltServer({
    DATABASE_URL: world.db.url,
    BATON_DATA_DIR: join(folder, 'data'),
    BATON_LOG_LEVEL: 'error',
    PORT: port,
  });

beforeAll(async () => {
  world = await createWorld();
  // Below this package, so that the program finds its two dependencies.
  folder = mkdtempSync(join(root, 'test', '.alerter-'));
  server = await start();
  key = (await world.integrator()).key ?? '';
  const block = fencedBlocks(textOf('docs/integrating.md')).find(({ words }) =>
    words.includes('alerter.mjs'),
  );
  writeFileSync(join(folder, 'alerter.mjs'), block?.text ?? '');
}, 60_000);
afterAll(async () => {
  await server.stop();
  await world.close();
  rmSync(folder, { recursive: true });
});

let said = '';
let complained = '';
function startAlerter(authorization = key): ChildProcess {
  const child = spawn(process.execPath, [join(folder, 'alerter.mjs'), join(folder, 'cursor')], {
    env: { PATH: process.env.PATH, BATON_URL: server.url, BATON_KEY: authorization },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    complained += chunk.toString();
  });
  return child;
}
const told = () => said.split('\n').filter(Boolean);

async function insolvent(): Promise<string> {
  const scene = await world.to('active', { pool: 'manual' });
  ok(await scene.report('all-of-it', '1.00'));
  return scene.id;
}

test('the alerter of the documentation tells each insolvency once, over restarts of both sides', async () => {
  let alerter = startAlerter();
  await expect.poll(() => readCursor()).toMatch(/^[0-9a-f]{12}\.\d+$/);
  const ids = [await insolvent()];
  await expect.poll(() => told().length).toBe(1);

  // The alerter is away.
  const before = readCursor();
  alerter.kill('SIGKILL');
  await once(alerter, 'exit');
  ids.push(await insolvent());
  expect(readCursor()).toBe(before);
  alerter = startAlerter();
  await expect.poll(() => told().length).toBe(2);

  // The server is away.
  await server.kill();
  ids.push(await insolvent());
  server = await start(new URL(server.url).port);
  ids.push(await insolvent());
  await expect.poll(() => told().length).toBe(4);
  expect(told().map((line) => line.split(' ').slice(1).join(' '))).toEqual(
    ids.map((id) => `${id} spent 1 of 1 USD`),
  );

  alerter.kill('SIGKILL');
  await once(alerter, 'exit');
});

test('with a key that is no good, or a cursor that is none, it ends and says why', async () => {
  for (const [cursor, authorization, why] of [
    ['', 'not-a-key', 'UNAUTHENTICATED'],
    [readCursor(), 'not-a-key', 'Send a valid key'],
    [`${readCursor()}999`, key, 'INVALID_INPUT'],
  ] as const) {
    complained = '';
    if (cursor === '') rmSync(join(folder, 'cursor'), { force: true });
    else writeFileSync(join(folder, 'cursor'), cursor);
    const [code] = (await once(startAlerter(authorization), 'close')) as [number];
    expect([code, complained]).toEqual([1, expect.stringContaining(why)]);
    if (cursor === '') {
      const alerter = startAlerter();
      await expect.poll(() => readCursor()).not.toBe('');
      alerter.kill('SIGKILL');
      await once(alerter, 'close');
    }
  }
});

test('while the server is away it waits, before its first cursor too', async () => {
  rmSync(join(folder, 'cursor'), { force: true });
  const { port } = new URL(server.url);
  await server.kill();
  complained = '';
  const alerter = startAlerter();
  await expect.poll(() => complained).toContain('cut:');
  server = await start(port);
  await expect.poll(() => readCursor(), { timeout: 10_000 }).not.toBe('');
  alerter.kill('SIGKILL');
  await once(alerter, 'close');
});

function readCursor(): string {
  try {
    return readFileSync(join(folder, 'cursor'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
