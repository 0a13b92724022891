import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { AgentHome, type BridgeClient, codeOf, facts, startBridge } from '../support/bridge.js';
import type { Door } from '../support/door.js';
import { createWorld, type World } from '../support/world.js';

let w: World;
let door: Door;
let key: string;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door();
  key = (await w.agent()).key as string;
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

let machine: AgentHome;
let bridge: BridgeClient;
beforeEach(async () => {
  machine = new AgentHome();
  bridge = await startBridge(machine, { url: door.url, key });
});
afterEach(async () => {
  await bridge.close();
  machine.remove();
});

const textOf = (answer: unknown): string => JSON.stringify(answer);
const labelOf = async (id: string) => {
  const { rows } = await w.db.pool.query(
    'SELECT m.manifest FROM transfer t JOIN snapshot s ON s.organisation_id = t.organisation_id AND s.id = t.snapshot_id CROSS JOIN LATERAL to_jsonb(s) AS m (manifest) WHERE t.id = $1',
    [id],
  );
  return textOf(rows[0]);
};

test('of two live sessions in one folder the one that made the call is taken', async () => {
  const one = machine.claudeCode({ said: 'one' });
  const other = machine.claudeCode({ said: 'other' });
  for (const session of [one, other]) {
    const staged = facts(await bridge.call('snapshot_state', {}, { 'claudecode/toolUseId': session.callId }));
    expect(await labelOf(staged.id)).toContain(session.id);
  }
});

test('two that hold the same call are both listed, and neither is taken', async () => {
  const one = machine.claudeCode();
  const other = machine.claudeCode({ callId: one.callId });
  const answer = await bridge.call('snapshot_state', {}, { 'claudecode/toolUseId': one.callId });
  expect(codeOf(answer)).toBe('NOT_FOUND');
  for (const { file } of [one, other]) expect(textOf(answer)).toContain(file);
});

test('a call whose client says nothing of it is told what is there', async () => {
  const { file } = machine.claudeCode();
  const answer = await bridge.call('snapshot_state', {});
  expect(codeOf(answer)).toBe('NOT_FOUND');
  expect(textOf(answer)).toContain(file);
});

test('a session that merely mentions the call is not the one that made it', async () => {
  const made = machine.claudeCode();
  machine.claudeCode({ said: `somebody pasted ${made.callId}` });
  const staged = facts(await bridge.call('snapshot_state', {}, { 'claudecode/toolUseId': made.callId }));
  expect(await labelOf(staged.id)).toContain(made.id);
});

test('Codex says which thread it is', async () => {
  const rollout = machine.codex();
  machine.codex();
  const staged = facts(await bridge.call('snapshot_state', {}, { threadId: rollout.id }));
  expect(await labelOf(staged.id)).toContain(rollout.id);
});

test('a call that nobody made is refused', async () => {
  machine.claudeCode();
  const answer = await bridge.call('snapshot_state', {}, { 'claudecode/toolUseId': 'toolu_none' });
  expect(codeOf(answer)).toBe('NOT_FOUND');
}, 20_000);

test('a session file may be named, one of a known client alone', async () => {
  const session = machine.claudeCode();
  expect(facts(await bridge.call('snapshot_state', { path: session.file })).status).toBe('staged');

  const outside = join(machine.home, 'secret.jsonl');
  writeFileSync(outside, session.text);
  const link = join(session.folder, `${'0'.repeat(8)}.jsonl`);
  symlinkSync(outside, link);
  const elsewhere = join(machine.home, '.claude', 'projects', 'linked');
  mkdirSync(join(machine.home, 'away'));
  writeFileSync(join(machine.home, 'away', 'a.jsonl'), session.text);
  symlinkSync(join(machine.home, 'away'), elsewhere);
  const foreign = join(session.folder, 'notes.jsonl');
  writeFileSync(foreign, '{"some":"notes"}\n');
  const refused = [
    outside,
    link,
    join(elsewhere, 'a.jsonl'),
    foreign,
    '/etc/passwd',
    join(session.folder, 'absent.jsonl'),
    join(session.folder, '..', '..', '..', 'secret.jsonl'),
  ];
  const answers = [];
  for (const path of refused) {
    const answer = await bridge.call('snapshot_state', { path });
    expect(codeOf(answer), path).toBe('NOT_FOUND');
    answers.push(textOf(answer.content));
  }
  // What exists elsewhere cannot be told from what does not.
  expect(new Set(answers).size).toBe(1);
});

test('what lies beside a session goes along; links there do not', async () => {
  const session = machine.claudeCode();
  const side = join(session.folder, session.id, 'subagents');
  mkdirSync(side, { recursive: true });
  writeFileSync(join(side, 'agent-1.jsonl'), '{"type":"user"}\n');
  symlinkSync('/etc/hostname', join(side, 'link.jsonl'));
  const staged = facts(await bridge.call('snapshot_state', {}, { 'claudecode/toolUseId': session.callId }));
  const orchestrator = (await w.orchestrator()).key as string;
  const part = (path: string) => door.get(`/snapshots/${staged.id}/parts/${path}`, orchestrator);
  expect(await (await part(`${session.id}/subagents/agent-1.jsonl`)).text()).toBe('{"type":"user"}\n');
  expect((await part(`${session.id}/subagents/link.jsonl`)).status).toBe(404);
});

test('a last line that is still being written stays behind', async () => {
  const session = machine.claudeCode();
  writeFileSync(session.file, `${session.text}{"type":"us`);
  const staged = facts(await bridge.call('snapshot_state', {}, { 'claudecode/toolUseId': session.callId }));
  const orchestrator = (await w.orchestrator()).key as string;
  const part = await door.get(`/snapshots/${staged.id}/parts/${session.id}.jsonl`, orchestrator);
  expect(await part.text()).toBe(session.text);
});

test('one that is too large is refused by name, and nothing is stored', async () => {
  const session = machine.claudeCode();
  writeFileSync(session.file, `${session.text}${'x'.repeat(9 * 1024 * 1024)}\n`);
  const answer = await bridge.call('snapshot_state', { path: session.file });
  expect([codeOf(answer), textOf(answer)]).toEqual([
    'TOO_LARGE',
    expect.stringContaining(`${session.id}.jsonl`),
  ]);
  rmSync(session.file);
});
