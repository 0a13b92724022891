import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { listen, subscribe } from '../support/subscriber.js';
import { createWorld, type Scene, type World } from '../support/world.js';

let w: World;
let door: Door;
let scene: Scene;
beforeAll(async () => {
  w = await createWorld();
  scene = await w.to('active');
  door = await w.door();
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

const TEXT = 'query { viewer { id } }';
const folder = fileURLToPath(new URL('../../api/manifests/agent', import.meta.url));
const [known = ''] = readdirSync(folder).flatMap((name) =>
  Object.keys(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))),
);
const hash = createHash('sha256').update(TEXT).digest('hex');

const BODIES: Record<string, Record<string, unknown>> = {
  text: { query: TEXT },
  'unknown hash': { documentId: hash },
  'upper-case hash': { documentId: known.replace('sha256:', '').toUpperCase() },
  'known hash beside another text': { documentId: known, query: TEXT },
  'persisted query beside its text': {
    query: TEXT,
    extensions: { persistedQuery: { version: 1, sha256Hash: hash } },
  },
};

describe.each(['agent', 'daemon', 'claimant'] as const)(`${shows('K4')}%s`, (who) => {
  const key = () => scene[who].key as string;
  test.each(Object.entries(BODIES))('%s: refused by POST, GET, SSE and socket', async (_, body) => {
    expect((await door.post(body, { key: key() })).status, 'POST').toBe(403);
    const fields = Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const query = new URLSearchParams(fields as [string, string][]);
    expect((await door.get(`/graphql?${query}`, key())).status, 'GET').toBe(403);
    expect((await listen(door.url, key(), { more: body })).status, 'SSE').toBe(403);
    const socket = await subscribe(door.url, key(), { more: body });
    await expect.poll(() => socket.refusals, { message: 'socket' }).toEqual(['FORBIDDEN']);
    expect(socket.changes).toEqual([]);
    await socket.end();
  });
});
