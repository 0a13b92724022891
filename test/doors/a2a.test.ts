import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../requirements.js';
import { callA2a, paramsOf, postA2a } from '../support/a2a.js';
import type { Door } from '../support/door.js';
import { diffOf, MALFORMED } from '../support/malformed-handoffs.js';
import { fresh, type Sides, sides } from '../support/thread.js';
import { type Actor, codeOf, createWorld, ok, type World } from '../support/world.js';

let world: World;
let people: Sides;
let door: Door;
beforeAll(async () => {
  world = await createWorld();
  people = await sides(world);
  door = await world.door();
});
afterAll(async () => {
  await door?.close();
  await world.close();
});

const keyOf = (actor: Actor): string => actor.key as string;

/** One call, as the sender's agent unless another key is given. */
const call = (
  params: unknown,
  { key = keyOf(people.senderAgent), id }: { key?: string; id?: unknown } = {},
) => callA2a(door, key, params, id);
const sending = (more: Record<string, unknown> = {}) =>
  paramsOf({ recipient: people.handle, intent: 'INFORM', summary: fresh(), ...more });

/** The body of the seed, byte for byte but for the two names that are this run's own. */
const literal = (recipient: string, key: string) => `{
  "jsonrpc": "2.0",
  "method": "message/send",
  "params": {
    "recipient": "${recipient}",
    "intent": "inform",
    "message": {
      "role": "user",
      "parts": [
        {
          "type": "text",
          "text": "Refactored /users API. Response is now paginated: { items: User[], next_cursor: string | null }."
        }
      ]
    },
    "artifacts": [
      {
        "type": "file_diff",
        "path": "src/api/users.py",
        "diff": "@@ -12,7 +12,9 @@ ...\\n- return users\\n+ return { 'items': users, 'next_cursor': cursor }"
      },
      {
        "type": "test_command",
        "command": "pytest tests/users/"
      }
    ],
    "metadata": {
      "client_idempotency_key": "${key}"
    }
  }
}`;

const THREAD = `query ($id: ID!) { handoff(id: $id) { id status intent sender { handle } messages(first: 5) { edges { node {
  sequenceNo body payload artifacts { __typename ... on FileDiffArtifact { path diff } ... on TestCommandArtifact { command } } } } } } }`;

describe('the example of the seed', () => {
  test('without an id is answered with its thread, and a repeat by the same', async () => {
    const key = randomUUID();
    const first = await postA2a(door, keyOf(people.senderAgent), literal(people.handle, key));
    expect(first).toEqual({
      status: 200,
      answer: {
        jsonrpc: '2.0',
        id: null,
        result: {
          thread_id: expect.stringMatching(/^hof_/),
          status: 'pending',
          replayed: false,
          duplicate_of: null,
        },
      },
    });
    const again = await postA2a(door, keyOf(people.senderAgent), literal(people.handle, key));
    expect(again.answer.result).toEqual({ ...first.answer.result, replayed: true });

    const { handoff } = await people.recipientAgent.call(THREAD, { id: first.answer.result?.thread_id });
    expect(handoff).toMatchObject({
      status: 'PENDING',
      intent: 'INFORM',
      messages: {
        edges: [
          {
            node: {
              sequenceNo: 1,
              body: 'Refactored /users API. Response is now paginated: { items: User[], next_cursor: string | null }.',
              artifacts: [
                {
                  path: 'src/api/users.py',
                  diff: "@@ -12,7 +12,9 @@ ...\n- return users\n+ return { 'items': users, 'next_cursor': cursor }",
                },
                { command: 'pytest tests/users/' },
              ],
            },
          },
        ],
      },
    });
  });

  test.each([['text'], [7], [0], [null]])('with the id %j is answered under it', async (id) => {
    const { answer } = await call(sending(), { id });
    expect([answer.id, answer.result?.status]).toEqual([id, 'pending']);
  });
});

describe('a send', () => {
  test(`${shows('I1', 'I3')}shares keys and duplicates with GraphQL: it is the same command`, async () => {
    const input = {
      recipient: people.handle,
      intent: 'PROPOSE_ACTION',
      summary: fresh(),
      payload: { ticket: 7, nested: { list: [1, null] } },
      proposedAction: { description: 'Use it.', targetFiles: ['src/a.ts'], rationale: 'It is newer.' },
      artifacts: [
        { fileRef: { path: 'a.ts', gitSha: 'abc123', lines: { start: 1, end: 20 } } },
        { apiContract: { schemaUrl: 'https://example.test/openapi.json' } },
        { link: { url: 'https://example.test/42', title: 'PR #42' } },
      ],
      idempotencyKey: randomUUID(),
    };
    const { answer } = await call(paramsOf(input));
    const replay = ok(await people.senderAgent.mutate('handoffSend', input));
    expect([replay.replayed, replay.handoff?.id]).toEqual([true, answer.result?.thread_id]);

    const other = await call(paramsOf({ ...input, summary: fresh() }), { id: 1 });
    expect(other).toMatchObject({
      status: 200,
      answer: {
        id: 1,
        error: {
          code: -32011,
          data: { code: 'DUPLICATE_IDEMPOTENCY_KEY', retryable: false, replayed: false },
        },
      },
    });
    const twice = await call(paramsOf({ ...input, idempotencyKey: undefined }));
    expect(twice.answer.result).toMatchObject({ replayed: false, duplicate_of: answer.result?.thread_id });
  });

  test('of several parts is one text, a line each', async () => {
    const parts = [
      { type: 'text', text: 'First.' },
      { type: 'text', text: fresh() },
    ];
    const { answer } = await call({ ...sending(), message: { parts } });
    const { body } = await world.judge.one<{ body: string }>(
      'SELECT body FROM handoff_message WHERE handoff_id = $1',
      [answer.result?.thread_id],
    );
    expect(body).toBe(parts.map(({ text }) => text).join('\n'));
  });

  test(`${shows('I1', 'I3')}twice at once under one key is one thread`, async () => {
    const params = sending({ idempotencyKey: randomUUID() });
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(params)));
    expect(new Set(answers.map(({ answer }) => answer.result?.thread_id)).size).toBe(1);
    expect(answers.filter(({ answer }) => answer.result?.replayed === false)).toHaveLength(1);
  });

  test(`${shows('I5')}that was refused answers a repeat with the first refusal`, async () => {
    const params = { ...sending({ idempotencyKey: randomUUID() }), recipient: 'nobody@web' };
    const answers = [await call(params), await call(params)].map(({ answer }) => answer.error);
    expect(answers).toMatchObject([
      { code: -32015, data: { code: 'RECIPIENT_NOT_FOUND', replayed: false } },
      { code: -32015, data: { code: 'RECIPIENT_NOT_FOUND', replayed: true } },
    ]);
  });

  test('of the same content by an integrator is from the person it names', async () => {
    const integrator = await world.keyHolder('integrator', {
      ownerId: people.sender.id,
      scopes: ['handoff:use'],
    });
    const { answer } = await call(sending(), { key: keyOf(integrator) });
    const { handoff } = await people.recipient.call(THREAD, { id: answer.result?.thread_id });
    expect(handoff).toMatchObject({ sender: { handle: expect.stringMatching(/^bob-.*@core$/) } });
  });
});

/** Where JSON itself holds what no store takes, the door names the place in the call, before anything is read of it. */
const IN_THE_CALL: Record<string, string> = {
  'a summary with U+0000': 'params.message.parts[0].text',
  'a summary with half a surrogate pair': 'params.message.parts[0].text',
  'a path with U+0000': 'params.artifacts[0].path',
  // What is no artifact here at all.
  'a snapshot of no transfer': 'artifacts[0].sessionSnapshot',
};

test.each(MALFORMED)(`${shows('E3', 'H2')}%s is refused as by GraphQL`, async (name, input, code, path) => {
  const { status, answer } = await call(sending(input), { id: 'x' });
  const { error } = answer;
  expect(error?.code).toBe(code === 'INVALID_INPUT' ? -32602 : -32012);
  expect(error?.data).toMatchObject({ code, retryable: false });
  expect(error?.data.issues?.map((issue) => issue.path)).toContain(IN_THE_CALL[name] ?? path);
  const unread = IN_THE_CALL[name]?.startsWith('params.') === true;
  expect([status, answer.id]).toEqual(unread ? [400, null] : [200, 'x']);
});

describe('limits and recipients', () => {
  test(`${shows('H2', 'E3')}a text over its limit is named`, async () => {
    const { answer } = await call(sending({ summary: 'x'.repeat(64 * 1024 + 1) }));
    expect(answer.error).toMatchObject({
      code: -32018,
      data: { limit: 'text_bytes', most: 65_536, offenders: [{ path: 'summary', size: 65_537 }] },
    });
  });

  test(`${shows('H7')}a handle of another organisation answers as one that nobody has`, async () => {
    const far = await sides(await world.neighbour());
    const errors = [];
    for (const recipient of [far.handle, 'made-up@web']) {
      const { answer } = await call({ ...sending(), recipient });
      errors.push(answer.error);
    }
    expect(errors[0]).toMatchObject({ code: -32015, data: { code: 'RECIPIENT_NOT_FOUND', suggestions: [] } });
    expect(errors[1]).toEqual(errors[0]);
  });

  test(`${shows('H7')}a person who blocks the sender is told apart, by the number of it`, async () => {
    const mine = await sides(world);
    const { handle } = await world.judge.one<{ handle: string }>(
      'SELECT handle FROM teammate WHERE person_id = $1',
      [mine.sender.id],
    );
    ok(await mine.recipient.mutate('teammateBlock', { handle }));
    const { answer } = await call({ ...sending(), recipient: mine.handle }, { key: keyOf(mine.senderAgent) });
    expect(answer.error).toMatchObject({ code: -32017, data: { code: 'BLOCKED' } });
  });

  test(`${shows('H1')}a thread is seen by its two sides and by nobody else`, async () => {
    const id = (await call(sending())).answer.result?.thread_id;
    const third = await sides(world);
    const far = await sides(await world.neighbour());
    for (const [who, sees] of [
      [people.sender, true],
      [people.otherAgent, true],
      [third.senderAgent, false],
      [third.recipient, false],
      [far.senderAgent, false],
    ] as const) {
      const { handoff } = await who.call(THREAD, { id });
      expect(handoff !== null, who.id).toBe(sees);
      const accepted = await who.mutate('handoffAccept', { id });
      if (!sees) expect(codeOf(accepted)).toBe('NOT_FOUND');
    }
  });
});

/** Made up, of the form a scanner knows; in two pieces, so that no scanner finds it here. */
const SECRET = ['ghp', 'a1B2c3D4e5F6'.repeat(3)].join('_');

describe(`${shows('H6', 'E2')}what looks like a secret`, () => {
  const places: [string, Record<string, unknown>, string][] = [
    ['the message', { summary: `See\n${SECRET}` }, 'summary'],
    ['the payload', { payload: { note: SECRET } }, 'payload'],
    ['a diff', diffOf('a.ts', `@@ -0,0 +1,2 @@\n+x\n+${SECRET}\n`), 'artifacts[0].fileDiff.diff'],
    [
      'a title',
      { artifacts: [{ link: { url: 'https://x.test', title: SECRET } }] },
      'artifacts[0].link.title',
    ],
    [
      'a proposal',
      { intent: 'PROPOSE_ACTION', proposedAction: { description: SECRET } },
      'proposedAction.description',
    ],
  ];

  test.each(places)('in %s refuses the call, by place and rule', async (_, input, path) => {
    const { answer } = await call(sending(input));
    expect(answer.error).toMatchObject({ code: -32019, data: { code: 'SECRET_DETECTED' } });
    expect(answer.error?.data.secrets?.map((place) => place.path)).toEqual([path]);
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    expect((await call(sending({ ...input, secrets: 'REDACT' }))).answer.result?.status).toBe('pending');
  });

  test('stays nowhere, wherever it was pasted', async () => {
    const agent = keyOf(people.senderAgent);
    for (const params of [
      SECRET,
      { ...sending(), [SECRET]: SECRET },
      { ...sending(), recipient: SECRET },
      { ...sending(), intent: SECRET },
      { ...sending(), secrets: SECRET },
      { ...sending(), metadata: { [SECRET]: SECRET } },
      { ...sending(), message: { role: SECRET, parts: [{ type: SECRET, text: SECRET }] } },
      { ...sending(), artifacts: [{ type: SECRET }] },
      { ...sending(), artifacts: [{ type: 'file_diff', path: `../${SECRET}`, diff: SECRET }] },
      sending({ summary: SECRET, idempotencyKey: randomUUID() }),
    ]) {
      for (const id of [undefined, SECRET]) {
        const { answer } = await call(params, { id });
        expect(JSON.stringify({ ...answer, id: null }), JSON.stringify(params)).not.toContain(SECRET);
      }
    }
    for (const body of [
      SECRET,
      `{"jsonrpc":"2.0","method":"${SECRET}","params":{}}`,
      `{"jsonrpc":"${SECRET}"}`,
      `{"${SECRET}":1}`,
      `["${SECRET}"]`,
      `{"a":"${SECRET}`,
    ]) {
      const { answer } = await postA2a(door, agent, body);
      expect(JSON.stringify(answer), body).not.toContain(SECRET);
    }
    await postA2a(door, SECRET, '{}');
    await postA2a(door, agent, '{}', { 'content-type': `application/${SECRET}` });

    const tables = await world.judge.rows<{ name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    for (const { name } of tables) {
      const { rows } = await world.db.pool.query(`SELECT to_jsonb(t)::text AS row FROM ${name} AS t`);
      expect(JSON.stringify(rows), name).not.toContain(SECRET);
    }
    expect(JSON.stringify(door.logged)).not.toContain(SECRET);
    expect(JSON.stringify(door.logged)).toContain('"door":"a2a"');
  });
});
