import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../requirements.js';
import { diffOf, MALFORMED } from '../support/malformed-handoffs.js';
import { fresh, proposing, type Sides, send, sides, threadIn, threadOf } from '../support/thread.js';
import { codeOf, createWorld, ok, type World } from '../support/world.js';

let world: World;
let people: Sides;
beforeAll(async () => {
  world = await createWorld();
  people = await sides(world);
});
afterAll(() => world.close());

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

const MIB = 1024 * 1024;

describe('limits', () => {
  test.each([
    ['a summary', { summary: 'x'.repeat(64 * 1024 + 1) }, 'text_bytes', 'summary'],
    ['a payload', { payload: { x: 'x'.repeat(64 * 1024) } }, 'text_bytes', 'payload'],
    ['an artifact', diffOf('a.ts', 'x'.repeat(8 * MIB + 1)), 'artifact_bytes', 'artifacts[0].fileDiff.diff'],
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
    ['a diff', diffOf('a.ts', `@@ -0,0 +1,2 @@\n+x\n+${SECRET}\n`), 'artifacts[0].fileDiff.diff'],
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
    const id = threadOf(await send(people, { ...diffOf('a.pem', text), secrets: 'REDACT' }));
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
