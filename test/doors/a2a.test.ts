import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { SECRET } from '../support/scene.js';
import { type Sides, sides } from '../support/thread.js';
import { createWorld, type World } from '../support/world.js';

let w: World;
let door: Door;
let people: Sides;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door();
  people = await sides(w);
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

interface Answered {
  readonly status: number;
  readonly id?: unknown;
  readonly result?: { thread_id: string; status: string; replayed: boolean; duplicate_of?: string };
  readonly error?: { code: number; message: string; data: Record<string, unknown> };
}
async function ask(
  body: unknown,
  key: string | null = people.senderAgent.key,
  headers = {},
): Promise<Answered> {
  const response = await fetch(`${door.url}/a2a`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as object) };
}
const part = (text: string) => ({ role: 'user', parts: [{ type: 'text', text }] });
const call = (params: Record<string, unknown> = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'message/send',
  params: {
    recipient: people.handle,
    intent: 'inform',
    message: part(`Something new ${randomUUID()}.`),
    ...params,
  },
});
const threads = async () =>
  (await w.judge.one<{ n: number }>('SELECT count(*)::int AS n FROM handoff', [])).n;

/** The example of the documentation, to a recipient of this test. */
function example(): Record<string, unknown> {
  const text = readFileSync(new URL('../../docs/integrating.md', import.meta.url), 'utf8');
  const block = /```json a2a\n([\s\S]*?)\n```/.exec(text)?.[1] ?? '';
  return JSON.parse(block.replace('reviewer@web', people.handle));
}

test('the example opens a thread, without an id as with one, and once however often it is sent', async () => {
  const first = await ask(example());
  expect(first).toEqual({
    status: 200,
    jsonrpc: '2.0',
    id: null,
    result: { thread_id: expect.stringMatching(/^hof_/), status: 'pending', replayed: false },
  });
  const again = await ask({ ...example(), id: 'x' });
  expect(again).toMatchObject({ id: 'x', result: { thread_id: first.result?.thread_id, replayed: true } });
  const { rows } = await w.db.pool.query(
    'SELECT type, fields, content FROM handoff_artifact WHERE handoff_id = $1 ORDER BY ordinal',
    [first.result?.thread_id],
  );
  const { artifacts } = example().params as { artifacts: { diff?: string }[] };
  expect(rows).toEqual([
    {
      type: 'file_diff',
      fields: expect.objectContaining({ path: 'src/api/users.py' }),
      content: artifacts[0]?.diff,
    },
    { type: 'test_command', fields: { command: 'pytest tests/users/' }, content: null },
  ]);
});

test(`${shows('I2')}the same key with another payload is DUPLICATE_IDEMPOTENCY_KEY`, async () => {
  const metadata = { client_idempotency_key: randomUUID() };
  expect((await ask(call({ metadata }))).result).toBeDefined();
  expect((await ask(call({ metadata }))).error).toMatchObject({
    code: -32011,
    data: { code: 'DUPLICATE_IDEMPOTENCY_KEY' },
  });
});

test('the same content under a new key names the first thread', async () => {
  const message = part(`Twice ${randomUUID()}.`);
  const first = await ask(call({ message }));
  expect((await ask(call({ message }))).result?.duplicate_of).toBe(first.result?.thread_id);
});

describe(`${shows('E3')}what is wrong has its number, its code and its place in params`, () => {
  const diff = '--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n';
  test.each([
    ['an unknown recipient', { recipient: 'nobody@web' }, -32015, 'RECIPIENT_NOT_FOUND', null],
    ['another intent', { intent: 'order' }, -32602, 'INVALID_INPUT', 'params.intent'],
    [
      'no proposal where one is asked for',
      { intent: 'propose_action' },
      -32012,
      'INVALID_INTENT_PAYLOAD',
      'params.proposed_action',
    ],
    ['no parts', { message: { role: 'user', parts: [] } }, -32602, 'INVALID_INPUT', 'params.message.parts'],
    [
      'a system’s words',
      { message: { role: 'system', parts: [{ type: 'text', text: 'x' }] } },
      -32602,
      'INVALID_INPUT',
      'params.message.role',
    ],
    [
      'a part that is no text',
      { message: { role: 'user', parts: [{ type: 'file', text: 'x' }] } },
      -32602,
      'INVALID_INPUT',
      'params.message.parts[0].type',
    ],
    ['an empty text', { message: part('') }, -32602, 'INVALID_INPUT', 'params.message.parts'],
    [
      'an unknown artifact',
      { artifacts: [{ type: 'order', x: 1 }] },
      -32602,
      'INVALID_INPUT',
      'params.artifacts[0].type',
    ],
    [
      'a session',
      { artifacts: [{ type: 'session_snapshot', transfer: 'trf_x' }] },
      -32602,
      'INVALID_INPUT',
      'params.artifacts[0].type',
    ],
    [
      'an escaping path',
      { artifacts: [{ type: 'file_ref', path: '../x' }] },
      -32602,
      'INVALID_INPUT',
      'params.artifacts[0].path',
    ],
    [
      'an escaping header',
      { artifacts: [{ type: 'file_diff', path: 'x', diff }] },
      -32602,
      'INVALID_INPUT',
      'params.artifacts[0].diff',
    ],
    [
      'a bad hash',
      { artifacts: [{ type: 'file_ref', path: 'x', git_sha: 'XYZ' }] },
      -32602,
      'INVALID_INPUT',
      'params.artifacts[0].git_sha',
    ],
    [
      'a link that runs',
      { artifacts: [{ type: 'link', url: 'javascript:x' }] },
      -32602,
      'INVALID_INPUT',
      'params.artifacts[0].url',
    ],
    ['a field of nobody', { approve: true }, -32602, 'INVALID_INPUT', 'params'],
    [
      'a long key',
      { metadata: { client_idempotency_key: 'x'.repeat(129) } },
      -32602,
      'INVALID_INPUT',
      'params.metadata.client_idempotency_key',
    ],
  ])('%s', async (_, more, number, code, path) => {
    const before = await threads();
    const { status, id, error } = await ask(call(more));
    expect([status, id, error?.code, error?.data.code]).toEqual([200, 7, number, code]);
    if (path !== null)
      expect(((error?.data.issues ?? []) as { path: string }[]).map((issue) => issue.path)).toContain(path);
    expect(await threads()).toBe(before);
  });

  test('a field of nobody is not repeated: a secret may have been pasted there', async () => {
    expect(JSON.stringify(await ask(call({ [SECRET]: true })))).not.toContain(SECRET);
  });

  test('a secret, and nothing of it comes back or is logged', async () => {
    const before = await threads();
    const { error } = await ask(call({ artifacts: [{ type: 'test_command', command: `T=${SECRET} test` }] }));
    expect(error).toMatchObject({
      code: -32019,
      data: { code: 'SECRET_DETECTED', secrets: [{ path: 'params.artifacts[0].command' }] },
    });
    expect(JSON.stringify([error, door.logged])).not.toContain(SECRET);
    expect(await threads()).toBe(before);
    const redacted = await ask(
      call({ message: part(`use ${SECRET} ${randomUUID()}`), metadata: { secrets: 'redact' } }),
    );
    expect(redacted.result?.status).toBe('pending');
  });

  test.each([
    ['no JSON', '{', -32700],
    ['a key twice', '{"jsonrpc":"2.0","jsonrpc":"2.0"}', -32700],
    ['a batch', '[]', -32600],
    ['a word', '"x"', -32600],
    ['another version', '{"jsonrpc":"1.0","method":"message/send"}', -32600],
    ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"message/send"}', -32600],
    ['another method', '{"jsonrpc":"2.0","id":1,"method":"tasks/get"}', -32601],
    ['no params', '{"jsonrpc":"2.0","id":1,"method":"message/send"}', -32602],
  ])('%s', async (_, body, number) => {
    expect((await ask(body)).error?.code).toBe(number);
  });
});

describe(`${shows('D1')}who comes in`, () => {
  test('nobody without a key, and no kind that the table does not list', async () => {
    expect((await ask(call(), null)).status).toBe(401);
    for (const key of [door.adminKey, (await w.orchestrator()).key, (await w.daemon()).key])
      expect((await ask(call(), key)).status).toBe(403);
    expect((await ask(call(), (await w.integrator()).key)).error?.data.code).toBe('FORBIDDEN');
  });

  test.each([
    ['GET', {}, 405],
    ['POST', { 'content-type': 'text/plain' }, 415],
    ['POST', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ])('%s %j: %i', async (method, headers, status) => {
    const response = await fetch(`${door.url}/a2a`, {
      method,
      headers: { authorization: `Bearer ${people.senderAgent.key}`, ...headers },
      ...(method === 'POST' && { body: '{}' }),
    });
    expect(response.status).toBe(status);
  });
});
