import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { shows } from '../../test/requirements.js';
import { type BuiltServer, startBuiltServer } from '../../test/support/built-server.js';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { askAuth } from '../../test/support/signed-in.js';
import { run } from './program.js';

vi.setConfig({ testTimeout: 60_000 });

const KEY = randomBytes(24).toString('hex');
let folder: string;
let db: TestDatabase;
let server: BuiltServer;
beforeAll(async () => {
  db = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'baton-people-'));
  server = await startBuiltServer({
    DATABASE_URL: db.url,
    BATON_DATA_DIR: join(folder, 'data'),
    BATON_ADMIN_KEY: KEY,
  });
}, 60_000);
afterAll(async () => {
  await server?.stop();
  await db.drop();
  rmSync(folder, { recursive: true });
});

async function baton(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const to = (name: 'out' | 'err') => ({
    write: (chunk: string) => {
      said[name] += chunk;
    },
  });
  const env = { url: server.url, key: KEY, noColor: true, inherited: {} };
  return { code: await run(args, { env, stdout: to('out'), stderr: to('err') }), ...said };
}

const PASSWORD = 'a password of some length';
const signIn = async (password = PASSWORD) =>
  (await askAuth(server.url, 'sign-in', { login: 'reviewer@web', password })).status;

test(`${shows('I6')}whoever is added is given what to set a password with, once, on stdout alone`, async () => {
  const { code, out, err } = await baton('people', 'add', '--handle', 'reviewer@web', '--name', 'Reviewer');
  expect(code).toBe(0);
  expect(out).toMatch(/^baton_setup_[\w-]{43}\n$/);
  const secret = out.trim();
  expect(err).toContain('added reviewer@web');
  expect(err).not.toContain(secret);
  expect((await askAuth(server.url, 'set-up', { secret, password: PASSWORD })).status).toBe(200);
  expect(await signIn()).toBe(200);
  expect((await baton('people', 'list', '--json')).out).not.toContain('setup');
});

test('who forgot it is given another, which ends the one before', async () => {
  const { setUp, handle } = JSON.parse((await baton('people', 'link', 'reviewer@web', '--json')).out);
  expect(handle).toBe('reviewer@web');
  const [second] = (await baton('people', 'link', 'reviewer@web')).out.split('\n');
  const set = async (secret: string) =>
    (await askAuth(server.url, 'set-up', { secret, password: `${PASSWORD}, another` })).status;
  expect(await set(setUp.secret)).toBe(401);
  expect(await set(second ?? '')).toBe(200);
  expect([await signIn(), await signIn(`${PASSWORD}, another`)]).toEqual([401, 200]);
});

test('nobody of that handle is given none', async () => {
  expect(await baton('people', 'link', 'nobody@web', '--json')).toMatchObject({ code: 2 });
});
