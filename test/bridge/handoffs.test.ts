import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../requirements.js';
import { AgentHome, type BridgeClient, codeOf, facts, firstLine, startBridge } from '../support/bridge.js';
import type { Door } from '../support/door.js';
import { SECRET } from '../support/scene.js';
import { type Sides, sides } from '../support/thread.js';
import { createWorld, ok, type World } from '../support/world.js';

let w: World;
let door: Door;
let people: Sides;
const machines = [new AgentHome(), new AgentHome()];
/** The sender's agent and the recipient's, each beside its own. */
let author: BridgeClient;
let reviewer: BridgeClient;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door();
  people = await sides(w);
  const [one, other] = machines as [AgentHome, AgentHome];
  author = await startBridge(one, { url: door.url, key: people.senderAgent.key as string });
  reviewer = await startBridge(other, { url: door.url, key: people.recipientAgent.key as string });
});
afterAll(async () => {
  await author?.close();
  await reviewer?.close();
  await door?.close();
  await w.close();
  for (const machine of machines) machine.remove();
});

const DIFF = '--- a/src/api/users.ts\n+++ b/src/api/users.ts\n@@ -1 +1 @@\n-get("/user")\n+get("/users")\n';
const threads = async () =>
  (await w.judge.one<{ n: number }>('SELECT count(*)::int AS n FROM handoff', [])).n;

test('one hands a refactor over, the other takes it, asks, and completes it; the sender sees every step', async () => {
  const listed = facts(await author.call('list_teammates', {}));
  const handles = (listed.teammates as { handle: string }[]).map(({ handle }) => handle);
  expect(handles).toContain(people.handle);

  const sent = facts(
    await author.call('handoff_to_teammate', {
      recipient: people.handle,
      intent: 'ask_question',
      summary: 'The route is /users now. Does the client still build?',
      artifacts: [
        { type: 'file_diff', path: 'src/api/users.ts', diff: DIFF },
        { type: 'test_command', command: 'npm test -- users' },
        { type: 'file_ref', path: 'src/client.ts', git_sha: 'abcdef12', lines: { start: 1, end: 9 } },
      ],
    }),
  );
  expect(sent.status).toBe('pending');

  const inbox = facts(await reviewer.call('check_inbox', { unread: true }));
  expect(inbox.unread_count).toBe(1);
  const [found] = inbox.threads as { id: string; preview_envelope: string }[];
  expect(found?.id).toBe(sent.id);
  expect(found?.preview_envelope).toMatch(/^From author-.*PEER TEXT/s);
  facts(await reviewer.call('accept_handoff', { id: sent.id }));

  const seen = facts(await reviewer.call('view_thread', { id: sent.id }));
  const [first] = seen.messages as { envelope: string; artifacts: Record<string, unknown>[] }[];
  expect(first?.envelope).toContain('Does the client still build?');
  expect(first?.artifacts[0]).toMatchObject({ diff: DIFF });
  expect(first?.artifacts[1]?.envelope).toContain('npm test -- users');
  expect(first?.artifacts[2]?.envelope).toContain('1-9');

  expect(
    firstLine(await reviewer.call('send_message', { id: sent.id, message: 'Which version?' })),
  ).toContain('number 2');
  facts(await author.call('send_message', { id: sent.id, message: 'The newest.' }));
  const done = facts(
    await reviewer.call('complete_handoff', { id: sent.id, outcome: 'done', result_summary: 'It builds.' }),
  );
  expect(done).toMatchObject({ status: 'completed', outcome: 'done' });

  const { delivery, result_envelope: result } = facts(
    await author.call('view_thread', { id: sent.id }),
  ) as unknown as {
    delivery: Record<string, string | null>;
    result_envelope: string;
  };
  for (const fact of ['stored_at', 'surfaced_at', 'accepted_at', 'read_at'])
    expect(delivery[fact], fact).toBeTruthy();
  expect(result).toContain('It builds.');
});

test(`${shows('H3')}what is proposed cannot be done before a person approved it, and no tool approves`, async () => {
  const { id } = facts(
    await author.call('handoff_to_teammate', {
      recipient: people.handle,
      intent: 'propose_action',
      summary: `Use the new route ${randomUUID()}.`,
      proposed_action: {
        description: 'Use /users.',
        target_files: ['src/client.ts'],
        path: 'src/client.ts',
        diff: DIFF.replaceAll('src/api/users.ts', 'src/client.ts'),
      },
    }),
  );
  facts(await reviewer.call('accept_handoff', { id }));
  const done = { id, outcome: 'done', result_summary: 'Changed.' };
  const early = await reviewer.call('complete_handoff', done);
  expect(codeOf(early)).toBe('NOT_READY');
  expect(early.structuredContent).toMatchObject({ missing: ['approved_proposal'] });
  const { proposal } = facts(await reviewer.call('view_thread', { id })) as unknown as {
    proposal: { digest: string; state: string; envelope: string };
  };
  expect(proposal).toMatchObject({ state: 'open', envelope: expect.stringContaining('Use /users.') });
  ok(await people.console.mutate('proposalDecide', { id, digest: proposal.digest, decision: 'APPROVED' }));
  expect(facts(await reviewer.call('complete_handoff', done)).status).toBe('completed');
});

test('a thread that nobody took can be withdrawn, once', async () => {
  const input = { recipient: people.handle, intent: 'inform', summary: `Never mind ${randomUUID()}.` };
  const { id } = facts(await author.call('handoff_to_teammate', input));
  expect(facts(await author.call('cancel_handoff', { id })).status).toBe('cancelled');
  expect(codeOf(await author.call('cancel_handoff', { id }))).toBe('THREAD_TERMINAL');
  expect(codeOf(await reviewer.call('accept_handoff', { id }))).toBe('THREAD_TERMINAL');
});

test(`${shows('I7')}what may be repeated changes rows once: taking, ending, withdrawing`, async () => {
  const events = async (id: string) =>
    (await w.judge.one<{ n: number }>('SELECT count(*)::int AS n FROM event WHERE aggregate_id = $1', [id]))
      .n;
  const input = () => ({ recipient: people.handle, intent: 'inform', summary: `Twice ${randomUUID()}.` });
  const { id } = facts(await author.call('handoff_to_teammate', input()));
  for (const [bridge, tool, args, second] of [
    [reviewer, 'accept_handoff', { id }, null],
    [reviewer, 'complete_handoff', { id, outcome: 'failed', result_summary: 'It broke.' }, 'THREAD_TERMINAL'],
  ] as const) {
    facts(await bridge.call(tool, args));
    const after = await events(id);
    expect(codeOf(await bridge.call(tool, args)), tool).toBe(second);
    expect(await events(id), tool).toBe(after);
  }
});

describe(`${shows('H6')}secrets`, () => {
  test.each([
    ['summary', { summary: `use ${SECRET}` }],
    ['artifacts[0].diff', { artifacts: [{ type: 'file_diff', path: 'a.ts', diff: `+${SECRET}\n` }] }],
    ['artifacts[0].command', { artifacts: [{ type: 'test_command', command: `T=${SECRET} npm test` }] }],
  ])('in %s do not leave the machine', async (path, more) => {
    const before = await threads();
    const input = { recipient: people.handle, intent: 'inform', summary: `x ${randomUUID()}`, ...more };
    const refused = await author.call('handoff_to_teammate', input);
    expect(codeOf(refused)).toBe('SECRET_DETECTED');
    expect(JSON.stringify(refused)).toContain(path);
    expect(JSON.stringify(refused)).not.toContain(SECRET);
    expect(await threads()).toBe(before);
    expect(JSON.stringify(door.logged)).not.toContain(SECRET);
  });

  test('are replaced when that is asked for, and the lines stay as many', async () => {
    const diff = `--- a/a.ts\n+++ b/a.ts\n@@ -1 +1,2 @@\n-a\n+b\n+${SECRET}\n`;
    const artifacts = [{ type: 'file_diff', path: 'a.ts', diff }];
    const input = {
      recipient: people.handle,
      intent: 'inform',
      summary: `y ${randomUUID()}`,
      artifacts,
      secrets: 'redact',
    };
    const { id } = facts(await author.call('handoff_to_teammate', input));
    const seen = facts(await reviewer.call('view_thread', { id }));
    const [message] = seen.messages as { artifacts: { diff: string }[] }[];
    expect(message?.artifacts[0]?.diff).not.toContain(SECRET);
    expect(message?.artifacts[0]?.diff.split('\n').length).toBe(diff.split('\n').length);
  });
});

describe('what reading takes', () => {
  test('a long thread and a large diff stay within their room, and what is left is said', async () => {
    const big = `--- a/a.ts\n+++ b/a.ts\n@@ -0,0 +1 @@\n+${'x'.repeat(200_000)}\n`;
    const { id } = facts(
      await author.call('handoff_to_teammate', {
        recipient: people.handle,
        intent: 'inform',
        summary: `Long ${randomUUID()}`,
        artifacts: [
          { type: 'file_diff', path: 'a.ts', diff: big },
          { type: 'api_contract', inline: 'y'.repeat(100_000) },
        ],
      }),
    );
    for (let at = 0; at < 12; at += 1)
      ok(
        await people.senderAgent.mutate('handoffMessageSend', { id, message: `${at} ${'z'.repeat(9_000)}` }),
      );
    const numbers: number[] = [];
    for (let cursor: unknown, more = true; more; ) {
      const page = facts(
        await reviewer.call('view_thread', { id, limit: 20, ...(cursor ? { cursor } : {}) }),
      );
      expect(JSON.stringify(page).length).toBeLessThan(60_000);
      numbers.push(...(page.messages as { sequence_no: number }[]).map(({ sequence_no: number }) => number));
      if (numbers.length === 1 || numbers[0] === 1) {
        const [first] = page.messages as { artifacts: Record<string, unknown>[] }[];
        if (first?.artifacts.length === 2) {
          expect(first.artifacts[0]).toMatchObject({ diff: null, length: Buffer.byteLength(big) });
          expect(first.artifacts[1]?.envelope).toContain('inline_left_out_bytes: 100000');
        }
      }
      cursor = page.next_cursor;
      more = page.more as boolean;
    }
    expect(numbers).toEqual(Array.from({ length: 13 }, (_, n) => n + 1));
  });

  test('an inbox of many threads is paged by what fits', async () => {
    for (let at = 0; at < 40; at += 1) {
      ok(
        await people.senderAgent.mutate('handoffSend', {
          recipient: people.handle,
          intent: 'INFORM',
          summary: `${at} ${randomUUID()} ${'w'.repeat(300)}`,
        }),
      );
    }
    const ids = new Set<string>();
    for (let cursor: unknown, more = true; more; ) {
      const page = facts(await reviewer.call('check_inbox', { limit: 50, ...(cursor ? { cursor } : {}) }));
      expect(JSON.stringify(page).length).toBeLessThan(40_000);
      for (const { id } of page.threads as { id: string }[]) ids.add(id);
      cursor = page.next_cursor;
      more = page.more as boolean;
    }
    expect(ids.size).toBe(await threads());
  });
});

test.each([
  ['RECIPIENT_NOT_FOUND', { recipient: 'nobody@nowhere' }],
  ['INVALID_INTENT_PAYLOAD', { intent: 'propose_action' }],
  ['INVALID_INPUT', { artifacts: [{ type: 'file_ref', path: '../escape' }] }],
  ['INVALID_INPUT', { artifacts: [{ type: 'link', url: 'javascript:x' }] }],
])(`${shows('E3')}%s is told as by GraphQL, with its path`, async (code, more) => {
  const input = { recipient: people.handle, intent: 'inform', summary: `z ${randomUUID()}`, ...more };
  const refused = await author.call('handoff_to_teammate', input);
  expect([codeOf(refused), firstLine(refused)]).toEqual([code, expect.any(String)]);
});
