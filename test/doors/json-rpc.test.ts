import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../requirements.js';
import { callA2a, paramsOf, postA2a } from '../support/a2a.js';
import type { Door } from '../support/door.js';
import { fresh, type Sides, sides } from '../support/thread.js';
import { type Actor, createWorld, type World } from '../support/world.js';

let world: World;
let people: Sides;
let door: Door;
let agent: string;
beforeAll(async () => {
  world = await createWorld();
  people = await sides(world);
  door = await world.door();
  agent = keyOf(people.senderAgent);
});
afterAll(async () => {
  await door?.close();
  await world.close();
});

const keyOf = (actor: Actor): string => actor.key as string;
const sending = () => paramsOf({ recipient: people.handle, intent: 'INFORM', summary: fresh() });
const call = (params: unknown, id?: unknown) => callA2a(door, agent, params, id);
const body = (more: Record<string, unknown> = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'message/send', params: sending(), ...more });
const threads = async () =>
  (await world.judge.one<{ n: number }>('SELECT count(*)::int AS n FROM handoff')).n;

describe('a body that is no call of JSON-RPC', () => {
  const lone = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  test.each<[string, () => string | Uint8Array, number, number, unknown, string, string]>([
    ['is no JSON', () => '{"jsonrpc":"2.0",', 400, -32700, null, '', 'SYNTAX'],
    ['is empty', () => '', 400, -32700, null, '', 'SYNTAX'],
    ['is no UTF-8', () => lone, 400, -32700, null, 'a', 'INVALID_UTF8'],
    ['says a name twice', () => '{"id":1,"id":2}', 400, -32700, null, 'id', 'DUPLICATE_KEY'],
    ['is a batch', () => `[${body()}]`, 400, -32600, null, '', 'BATCH'],
    ['is an empty batch', () => '[]', 400, -32600, null, '', 'BATCH'],
    ['is a text', () => '"x"', 400, -32600, null, '', 'INVALID_TYPE'],
    ['has no version', () => body({ jsonrpc: undefined }), 400, -32600, 1, 'jsonrpc', 'INVALID_VALUE'],
    ['is of version 1', () => body({ jsonrpc: '1.0' }), 400, -32600, 1, 'jsonrpc', 'INVALID_VALUE'],
    ['has no method', () => body({ method: undefined }), 400, -32600, 1, 'method', 'INVALID_TYPE'],
    ['has a member nobody knows', () => body({ x: 1 }), 400, -32600, 1, '', 'UNKNOWN_FIELD'],
    ['has an object for an id', () => body({ id: {} }), 400, -32600, null, 'id', 'INVALID_TYPE'],
    ['has half a number for an id', () => body({ id: 1.5 }), 400, -32600, null, 'id', 'INVALID_TYPE'],
    ['has a long id', () => body({ id: 'x'.repeat(257) }), 400, -32600, null, 'id', 'INVALID_TYPE'],
    [
      'asks for another method',
      () => body({ method: 'tasks/get' }),
      200,
      -32601,
      1,
      'method',
      'INVALID_VALUE',
    ],
    [
      'asks for the mutation',
      () => body({ method: 'handoffSend' }),
      200,
      -32601,
      1,
      'method',
      'INVALID_VALUE',
    ],
    ['has no parameters', () => body({ params: undefined }), 200, -32602, 1, 'params', 'INVALID_TYPE'],
    ['has them by position', () => body({ params: [] }), 200, -32602, 1, 'params', 'INVALID_TYPE'],
    [
      'is nested beyond reading',
      () => body({ params: JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`) }),
      400,
      -32602,
      null,
      `params${'[0]'.repeat(65)}`,
      'TOO_DEEP',
    ],
  ])('%s', async (_, text, status, number, id, path, code) => {
    const before = await threads();
    const got = await postA2a(door, agent, text());
    expect([got.status, got.answer.id, got.answer.error?.code]).toEqual([status, id, number]);
    expect(got.answer.error?.data).toMatchObject({ code: 'INVALID_INPUT', retryable: false });
    expect(got.answer.error?.data.issues?.[0]).toMatchObject({ path, code });
    expect(await threads()).toBe(before);
  });

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/json; charset=utf-16'],
  ])('is of type %s', async (type) => {
    const { status, answer } = await postA2a(door, agent, body(), { 'content-type': type });
    expect([status, answer.error?.data.code]).toEqual([415, 'INVALID_INPUT']);
  });

  test('is larger than any call, which is known before it is read', async () => {
    const { status, answer } = await postA2a(door, agent, ' '.repeat(24 * 1024 * 1024 + 1));
    expect([status, answer.error?.code, answer.error?.data.code]).toEqual([413, -32018, 'TOO_LARGE']);
  });
});

describe(`${shows('D1')}who is let in`, () => {
  test('is nobody without a key, whatever was sent', async () => {
    for (const key of [null, `baton_agent_${randomBytes(32).toString('base64url')}`]) {
      const { status, answer } = await postA2a(door, key, 'no JSON');
      expect([status, answer.id, answer.error?.code]).toEqual([401, null, -31401]);
      expect(answer.error?.data).toMatchObject({
        code: 'UNAUTHENTICATED',
        retryable: false,
        request_id: expect.any(String),
      });
    }
  });

  test('is an agent and an integrator that names its person, and no other kind', async () => {
    const scopes = ['handoff:use'] as const;
    const scene = await world.to('active');
    const who: Record<string, [string, number]> = {
      agent: [agent, 200],
      'integrator that names its person': [
        keyOf(await world.keyHolder('integrator', { ownerId: people.sender.id, scopes })),
        200,
      ],
      'integrator that reads along': [keyOf(await world.integrator()), 403],
      'administrator’s key': [door.adminKey, 403],
      orchestrator: [keyOf(scene.orchestrator), 403],
      daemon: [keyOf(scene.daemon), 403],
      claim: [keyOf(scene.claimant), 403],
    };
    const before = await threads();
    for (const [name, [key, expected]] of Object.entries(who)) {
      const { status, answer } = await postA2a(door, key, body());
      expect([name, status]).toEqual([name, expected]);
      if (expected === 403)
        expect(answer.error).toMatchObject({ code: -31403, data: { code: 'FORBIDDEN', retryable: false } });
    }
    expect(await threads()).toBe(before + 2);
    const { n } = await world.judge.one<{ n: number }>(
      `SELECT count(*)::int AS n FROM audit WHERE action = 'handoffSend' AND code = 'FORBIDDEN'`,
    );
    expect(n).toBe(5);
  });

  test('is nobody on behalf of no person', async () => {
    // Such a key is not issued; its row alone is no way in.
    const nobody = await world.keyHolder('integrator', { scopes: ['handoff:use'] });
    const { answer } = await postA2a(door, keyOf(nobody), body());
    expect(answer.error?.data.issues).toMatchObject([{ path: 'recipient', code: 'NO_PERSON' }]);
  });

  test(`${shows('K5')}is stopped by the table alone, and by the scope alone`, async () => {
    const daemon = keyOf(await world.daemon());
    const layers = { document: () => null, holdsScope: () => true, mayReach: () => true };
    const real = await world.door({ layers: { ...layers, mayReach: door.app.services.layers.mayReach } });
    expect((await postA2a(real, daemon, body())).status).toBe(403);
    await real.close();
    const scoped = await world.door({
      layers: { ...layers, holdsScope: door.app.services.layers.holdsScope },
    });
    expect((await postA2a(scoped, daemon, body())).status).toBe(403);
    await scoped.close();
  });

  test('is nobody whose key was revoked', async () => {
    const mine = await world.agent(people.sender);
    await world.db.pool.query('UPDATE api_key SET revoked_at = baton_now() WHERE principal_id = $1', [
      mine.id,
    ]);
    expect((await postA2a(door, keyOf(mine), body())).status).toBe(401);
  });
});

test('a database that is away is told as such, under the id of the call, and safe to repeat', async () => {
  const run = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
  const away = await world.door({ run });
  const { status, answer } = await postA2a(away, agent, body());
  expect([status, answer.id, answer.error?.code]).toEqual([503, 1, -31503]);
  expect(answer.error?.data).toMatchObject({ code: 'UNAVAILABLE', retryable: true });
  await away.close();
});

test(`${shows('E2')}a fault of ours tells nothing but the id of the request`, async () => {
  const broken = await world.door({ run: () => Promise.reject(new Error('SELECT secret FROM table')) });
  const { status, answer } = await postA2a(broken, agent, body(), { 'x-request-id': 'mine-1' });
  expect([status, answer.id, answer.error]).toEqual([
    500,
    1,
    {
      code: -32603,
      message: 'Unexpected error',
      data: { code: 'INTERNAL', retryable: false, request_id: 'mine-1' },
    },
  ]);
  expect(broken.logged).toContainEqual(expect.objectContaining({ msg: 'unexpected' }));
  await broken.close();
});

const without = (name: string) => ({ ...sending(), [name]: undefined });
const withMessage = (message: unknown) => ({ ...sending(), message });
const withArtifact = (artifact: unknown) => ({ ...sending(), artifacts: [artifact] });

describe(`${shows('E3')}what GraphQL's types refuse is refused here with its path`, () => {
  test.each<[string, () => unknown, string, string]>([
    ['no recipient', () => without('recipient'), 'recipient', 'INVALID_TYPE'],
    ['no intent', () => without('intent'), 'intent', 'INVALID_VALUE'],
    ['another intent', () => ({ ...sending(), intent: 'INFORM' }), 'intent', 'INVALID_VALUE'],
    ['no message', () => without('message'), 'message', 'INVALID_TYPE'],
    ['a message of no parts', () => withMessage({ parts: [] }), 'message.parts', 'INVALID_TYPE'],
    [
      'a part that is no text',
      () => withMessage({ parts: [{ type: 'file', text: 'x' }] }),
      'message.parts[0].type',
      'INVALID_VALUE',
    ],
    [
      'a role that instructs',
      () => withMessage({ role: 'system', parts: [{ type: 'text', text: 'x' }] }),
      'message.role',
      'INVALID_VALUE',
    ],
    ['a field nobody knows', () => ({ ...sending(), artefacts: [] }), '', 'UNKNOWN_FIELD'],
    [
      'a prototype',
      () => JSON.parse(`{"__proto__":{"recipient":"${people.handle}"},"intent":"inform"}`),
      '',
      'UNKNOWN_FIELD',
    ],
    ['artifacts that are no list', () => ({ ...sending(), artifacts: {} }), 'artifacts', 'INVALID_TYPE'],
    ['an artifact of no type', () => withArtifact({ path: 'a' }), 'artifacts[0].type', 'INVALID_VALUE'],
    [
      'an artifact of the prototype’s type',
      () => withArtifact({ type: 'constructor' }),
      'artifacts[0].type',
      'INVALID_VALUE',
    ],
    [
      'a diff without its text',
      () => withArtifact({ type: 'file_diff', path: 'a.ts' }),
      'artifacts[0].fileDiff.diff',
      'INVALID_TYPE',
    ],
    [
      'lines that are none',
      () => withArtifact({ type: 'file_ref', path: 'a.ts', lines: '1-2' }),
      'artifacts[0].fileRef.lines',
      'INVALID_TYPE',
    ],
    [
      'a line in between',
      () => withArtifact({ type: 'file_ref', path: 'a.ts', lines: { start: 1.5, end: 2 } }),
      'artifacts[0].fileRef.lines',
      'INVALID_TYPE',
    ],
    [
      'a session, well named',
      () => withArtifact({ type: 'session_snapshot', transfer: 'trf_01m8qdntg4faksv8wxcn317qf2' }),
      'artifacts[0].sessionSnapshot',
      'NOT_TAKEN_HERE',
    ],
    [
      'a key that is no text',
      () => ({ ...sending(), metadata: { client_idempotency_key: 7 } }),
      'idempotencyKey',
      'INVALID_TYPE',
    ],
    ['secrets let pass by an agent', () => ({ ...sending(), secrets: 'allow' }), 'secrets', 'PERSON_ONLY'],
  ])('%s', async (_, params, path, code) => {
    const { status, answer } = await call(params(), 1);
    expect([status, answer.error?.code, answer.error?.data.code]).toEqual([200, -32602, 'INVALID_INPUT']);
    expect(answer.error?.data.issues).toContainEqual(expect.objectContaining({ path, code }));
  });

  test('all that is wrong is told at once', async () => {
    const params = { intent: 'x', message: { parts: [{ type: 'text' }] }, artifacts: [{ type: 'link' }] };
    const { answer } = await call(params);
    expect(answer.error?.data.issues?.map(({ path }) => path)).toEqual([
      'summary',
      'recipient',
      'intent',
      'artifacts[0].link.url',
    ]);
  });

  test('as many artifacts as a body holds are refused by their number, and few are looked at', async () => {
    const artifacts = Array.from({ length: 50_000 }, () => ({ type: 'link', url: 'https://example.test' }));
    const { answer } = await call({ ...sending(), artifacts });
    expect(answer.error).toMatchObject({
      code: -32018,
      data: { code: 'TOO_LARGE', limit: 'artifacts', most: 50 },
    });
    const wrong = await call({ ...sending(), artifacts: artifacts.map(() => null) });
    expect(wrong.answer.error?.data.issues?.length).toBeLessThanOrEqual(51);
  });
});
