import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../requirements.js';
import {
  fresh,
  PROPOSED,
  proposing,
  type Sides,
  send,
  sides,
  threadIn,
  threadOf,
} from '../support/thread.js';
import { codeOf, createWorld, ok, type World } from '../support/world.js';

let world: World;
let people: Sides;
beforeAll(async () => {
  world = await createWorld();
  people = await sides(world);
});
afterAll(() => world.close());

const diff = (path: string, text = `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`) => ({
  artifacts: [{ fileDiff: { path, diff: text } }],
});
const ref = (fields: object) => ({ artifacts: [{ fileRef: { path: 'a.ts', ...fields } }] });
const link = (url: string) => ({ artifacts: [{ link: { url } }] });
const MIB = 1024 * 1024;

/** What is sent, the code of the refusal, and the path that is blamed. */
const MALFORMED: [name: string, input: Record<string, unknown>, code: string, path: string][] = [
  ['a proposal without its action', { intent: 'PROPOSE_ACTION' }, 'INVALID_INTENT_PAYLOAD', 'proposedAction'],
  ['an action with intent inform', { proposedAction: PROPOSED }, 'INVALID_INTENT_PAYLOAD', 'proposedAction'],
  [
    'an action with a question',
    { intent: 'ASK_QUESTION', proposedAction: PROPOSED },
    'INVALID_INTENT_PAYLOAD',
    'proposedAction',
  ],
  ['an empty summary', { summary: '' }, 'INVALID_INPUT', 'summary'],
  ['a summary with U+0000', { summary: 'a\0b' }, 'INVALID_INPUT', 'summary'],
  ['a summary with half a surrogate pair', { summary: 'a\ud800' }, 'INVALID_INPUT', 'summary'],
  ['an empty recipient', { recipient: '' }, 'INVALID_INPUT', 'recipient'],
  [
    'an empty description',
    { ...proposing, proposedAction: { description: '' } },
    'INVALID_INPUT',
    'proposedAction.description',
  ],
  [
    'a target file outside',
    { ...proposing, proposedAction: { description: 'x', targetFiles: ['ok.ts', '../x'] } },
    'INVALID_INPUT',
    'proposedAction.targetFiles[1]',
  ],
  [
    'a diff without its path',
    { ...proposing, proposedAction: { description: 'x', diff: '@@ -1 +1 @@\n-a\n+b\n' } },
    'INVALID_INPUT',
    'proposedAction.path',
  ],
  ['an absolute path', diff('/etc/passwd', 'x'), 'INVALID_INPUT', 'artifacts[0].fileDiff.path'],
  ['a path upwards', diff('src/../../x', 'x'), 'INVALID_INPUT', 'artifacts[0].fileDiff.path'],
  ['a path into .git', diff('.git/hooks/pre-commit', 'x'), 'INVALID_INPUT', 'artifacts[0].fileDiff.path'],
  [
    'a path into .GIT of a submodule',
    diff('lib/.GIT/config', 'x'),
    'INVALID_INPUT',
    'artifacts[0].fileDiff.path',
  ],
  ['a drive letter', diff('C:/x', 'x'), 'INVALID_INPUT', 'artifacts[0].fileDiff.path'],
  ['backslashes', diff('src\\x', 'x'), 'INVALID_INPUT', 'artifacts[0].fileDiff.path'],
  ['a path with U+0000', diff('a\0b', 'x'), 'INVALID_INPUT', 'artifacts[0].fileDiff.path'],
  ['an empty path', diff('', 'x'), 'INVALID_INPUT', 'artifacts[0].fileDiff.path'],
  [
    'a header upwards',
    diff('a.ts', '--- a/a.ts\n+++ b/../../.ssh/config\n'),
    'INVALID_INPUT',
    'artifacts[0].fileDiff.diff',
  ],
  [
    'a quoted header upwards',
    diff('a.ts', '+++ "b/\\056\\056/x"\n'),
    'INVALID_INPUT',
    'artifacts[0].fileDiff.diff',
  ],
  [
    'a rename into .git',
    diff('a.ts', 'rename from a.ts\nrename to .git/config\n'),
    'INVALID_INPUT',
    'artifacts[0].fileDiff.diff',
  ],
  ['an empty diff', diff('a.ts', ''), 'INVALID_INPUT', 'artifacts[0].fileDiff.diff'],
  ['line 0', ref({ lines: { start: 0, end: 3 } }), 'INVALID_INPUT', 'artifacts[0].fileRef.lines'],
  ['lines backwards', ref({ lines: { start: 5, end: 4 } }), 'INVALID_INPUT', 'artifacts[0].fileRef.lines'],
  ['a commit that is none', ref({ gitSha: 'main' }), 'INVALID_INPUT', 'artifacts[0].fileRef.gitSha'],
  ['a script for an address', link('javascript:alert(1)'), 'INVALID_INPUT', 'artifacts[0].link.url'],
  ['a file for an address', link('file:///etc/passwd'), 'INVALID_INPUT', 'artifacts[0].link.url'],
  [
    'an address with credentials',
    link('https://someone:x@example.test/'),
    'INVALID_INPUT',
    'artifacts[0].link.url',
  ],
  [
    'a contract of neither kind',
    { artifacts: [{ apiContract: {} }] },
    'INVALID_INPUT',
    'artifacts[0].apiContract',
  ],
  [
    'a contract of both kinds',
    { artifacts: [{ apiContract: { inline: '{}', schemaUrl: 'https://example.test/' } }] },
    'INVALID_INPUT',
    'artifacts[0].apiContract',
  ],
  [
    'a command outside',
    { artifacts: [{ testCommand: { command: 'make', cwd: '..' } }] },
    'INVALID_INPUT',
    'artifacts[0].testCommand.cwd',
  ],
  [
    'a snapshot of no transfer',
    { artifacts: [{ sessionSnapshot: { transfer: 'x' } }] },
    'INVALID_INPUT',
    'artifacts[0].sessionSnapshot.transfer',
  ],
];

test.each(MALFORMED)(`${shows('H2')}%s is refused with its path`, async (_, input, code, path) => {
  const answer = await send(people, input);
  expect([answer.code, answer.retryable]).toEqual([code, false]);
  expect(answer.issues?.map((issue) => issue.path)).toContain(path);
});

test('all that is wrong is told at once', async () => {
  const artifacts = [{ link: { url: 'ftp://x' } }, { fileRef: { path: '../x' } }];
  expect((await send(people, { summary: '', artifacts })).issues?.map(({ path }) => path)).toEqual([
    'summary',
    'artifacts[0].link.url',
    'artifacts[1].fileRef.path',
  ]);
});

describe('limits', () => {
  test.each([
    ['a summary', { summary: 'x'.repeat(64 * 1024 + 1) }, 'text_bytes', 'summary'],
    ['a payload', { payload: { x: 'x'.repeat(64 * 1024) } }, 'text_bytes', 'payload'],
    ['an artifact', diff('a.ts', 'x'.repeat(8 * MIB + 1)), 'artifact_bytes', 'artifacts[0].fileDiff.diff'],
    [
      'a call',
      { artifacts: [1, 2, 3].map((n) => ({ fileDiff: { path: `${n}.ts`, diff: 'x'.repeat(6 * MIB - n) } })) },
      'call_bytes',
      'artifacts[0].fileDiff.diff',
    ],
    [
      'a list of artifacts',
      { artifacts: Array.from({ length: 51 }, () => ({ link: { url: 'https://x.test' } })) },
      'artifacts',
      'artifacts',
    ],
  ])(`${shows('H2')}%s over its limit is refused, the largest first`, async (_, input, limit, path) => {
    const answer = await send(people, input);
    expect(answer).toMatchObject({ code: 'TOO_LARGE', limit });
    expect(answer.offenders?.[0]?.path).toBe(path);
  });

  test('exactly at the limit is taken', async () => {
    expect(codeOf(await send(people, { summary: 'é'.repeat(32 * 1024) }))).toBe('OK');
  });
});

/** Made up, of the form a scanner knows; in two pieces, so that no scanner finds it here. */
const SECRET = ['ghp', `${'a1B2c3D4e5F6'.repeat(3)}`].join('_');

describe('secrets', () => {
  const places: [string, Record<string, unknown>, string][] = [
    ['the summary', { summary: `See\n${SECRET}` }, 'summary'],
    ['the payload', { payload: { note: SECRET } }, 'payload'],
    ['a diff', diff('a.ts', `@@ -0,0 +1,2 @@\n+x\n+${SECRET}\n`), 'artifacts[0].fileDiff.diff'],
    [
      'a command',
      { artifacts: [{ testCommand: { command: `X=${SECRET} make` } }] },
      'artifacts[0].testCommand.command',
    ],
    ['a contract', { artifacts: [{ apiContract: { inline: SECRET } }] }, 'artifacts[0].apiContract.inline'],
    [
      'a title',
      { artifacts: [{ link: { url: 'https://x.test', title: SECRET } }] },
      'artifacts[0].link.title',
    ],
    ['a proposal', { ...proposing, proposedAction: { description: SECRET } }, 'proposedAction.description'],
    [
      'a rationale',
      { ...proposing, proposedAction: { description: 'x', rationale: SECRET } },
      'proposedAction.rationale',
    ],
  ];

  test.each(places)(`${shows('H6')}in %s refuse the call, by place and rule`, async (_, input, path) => {
    const answer = await send(people, input);
    expect(answer.code).toBe('SECRET_DETECTED');
    expect(answer.secrets?.map((place) => place.path)).toEqual([path]);
    expect(JSON.stringify(answer)).not.toContain(SECRET);
  });

  test.each(places)(`${shows('H6')}in %s are replaced on request`, async (_, input) => {
    expect(codeOf(await send(people, { ...input, secrets: 'REDACT' }))).toBe('OK');
    const { found } = await world.judge.one<{ found: boolean }>(
      `SELECT bool_or(t LIKE '%' || $1 || '%') AS found FROM (
         SELECT to_jsonb(m)::text AS t FROM handoff_message m UNION ALL SELECT to_jsonb(a)::text FROM handoff_artifact a
         UNION ALL SELECT to_jsonb(h)::text FROM handoff h UNION ALL SELECT to_jsonb(p)::text FROM proposal p
         UNION ALL SELECT to_jsonb(e)::text FROM event e UNION ALL SELECT to_jsonb(l)::text FROM audit l
         UNION ALL SELECT to_jsonb(k)::text FROM idempotency_key k) AS everything`,
      [SECRET],
    );
    expect(found).toBe(false);
  });

  test(`${shows('H6')}a redacted diff keeps its lines, and each line its mark`, async () => {
    const key = ['-----BEGIN RSA PRIVATE', 'KEY-----'].join(' ');
    const end = ['-----END RSA PRIVATE', 'KEY-----'].join(' ');
    const body = Array.from({ length: 4 }, () => `+${'MIIEpAIBAAKCAQEA7bq1'.repeat(3)}`).join('\n');
    const text = `@@ -0,0 +1,8 @@\n+x\n+${key}\n${body}\n+${end}\n+y\n`;
    const id = threadOf(await send(people, { ...diff('a.pem', text), secrets: 'REDACT' }));
    const { content } = await world.judge.one<{ content: string }>(
      'SELECT content FROM handoff_artifact WHERE handoff_id = $1',
      [id],
    );
    expect(content).not.toContain('MIIEpAIBAAKCAQEA7bq1');
    expect(content.split('\n').map((line) => line[0])).toEqual(text.split('\n').map((line) => line[0]));
  });

  test(`${shows('H6')}only a person lets one pass, and the audit log says who`, async () => {
    const input = { summary: `${fresh()} ${SECRET}`, secrets: 'ALLOW' };
    expect(await send(people, input)).toMatchObject({ code: 'INVALID_INPUT', issues: [{ path: 'secrets' }] });
    const id = threadOf(await send({ ...people, senderAgent: people.sender }, input));
    expect(
      await world.judge.rows('SELECT actor FROM audit WHERE action = $1 AND subject = $2', [
        'secretsAllow',
        id,
      ]),
    ).toEqual([{ actor: people.sender.id }]);
  });
});

describe('idempotency', () => {
  test(`${shows('I1')}one key is that of one person, one operation, one payload, for a day`, async () => {
    const mine = await sides(world);
    const input = { summary: fresh(), payload: { a: 1, b: 2 }, idempotencyKey: 'k' };
    const first = ok(await send(mine, input));
    // The order of keys is no other payload.
    expect(await send(mine, { ...input, payload: { b: 2, a: 1 } })).toMatchObject({
      replayed: true,
      handoff: { id: first.handoff?.id },
    });
    expect(codeOf(await send(mine, { ...input, summary: fresh() }))).toBe('DUPLICATE_IDEMPOTENCY_KEY');
    const second = ok(await send({ ...mine, senderAgent: mine.sender }, input));
    expect([second.replayed, second.handoff?.id === first.handoff?.id]).toEqual([false, false]);
    await world.db.advanceClock(24 * 3_600_000);
    expect(ok(await send(mine, input)).replayed).toBe(false);
  });

  test(`${shows('I1', 'H1')}every mutation answers a repeat with its first answer, ended thread or not`, async () => {
    const mine = await sides(world);
    const id = await threadIn(mine, 'pending', proposing);
    const digestOf = async () =>
      (await world.judge.one<{ d: string }>('SELECT proposal_digest AS d FROM handoff WHERE id = $1', [id]))
        .d;
    const console = await world.signedIn(mine.recipient);
    const calls: [typeof console, string, Record<string, unknown>][] = [
      [mine.senderAgent, 'handoffMessageSend', { id, message: 'More.' }],
      [mine.recipientAgent, 'handoffAccept', { id }],
      [
        mine.senderAgent,
        'proposalRevise',
        { id, base: await digestOf(), proposedAction: { description: 'Newer.' } },
      ],
    ];
    const firsts = [];
    for (const [actor, field, input] of calls)
      firsts.push(ok(await actor.mutate(field, { ...input, idempotencyKey: 'k' })));
    const decide = [
      console,
      'proposalDecide',
      { id, digest: await digestOf(), decision: 'APPROVED' },
    ] as const;
    const complete = [
      mine.recipientAgent,
      'handoffComplete',
      { id, outcome: 'DONE', resultSummary: 'Done.' },
    ] as const;
    for (const [actor, field, input] of [decide, complete]) {
      calls.push([actor, field, input]);
      firsts.push(ok(await actor.mutate(field, { ...input, idempotencyKey: 'k' })));
    }
    for (const [index, [actor, field, input]] of calls.entries()) {
      const again = await actor.mutate(field, { ...input, idempotencyKey: 'k' });
      expect(again, field).toMatchObject({
        replayed: true,
        handoff: { status: firsts[index]?.handoff?.status },
      });
    }
    const other = await threadIn(mine, 'pending');
    expect(
      codeOf(await mine.recipientAgent.mutate('handoffAccept', { id: other, idempotencyKey: 'k' })),
    ).toBe('DUPLICATE_IDEMPOTENCY_KEY');
  });

  test(`${shows('I5')}a final refusal is kept, one that may pass is not`, async () => {
    const mine = await sides(world);
    const id = await threadIn(mine, 'accepted', proposing);
    const done = { id, outcome: 'DONE', resultSummary: 'Done.', idempotencyKey: 'k' };
    const complete = () => mine.recipientAgent.mutate('handoffComplete', done);
    expect([codeOf(await complete()), (await complete()).replayed]).toEqual(['NOT_READY', false]);
    const cancel = () => mine.senderAgent.mutate('handoffCancel', { id, idempotencyKey: 'k' });
    expect([codeOf(await cancel()), (await cancel()).replayed]).toEqual(['STATE_CHANGED', true]);
  });
});
