import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreFor } from '../../cli/src/restore-for.js';
import { saveParts } from '../../cli/src/save-parts.js';
import { BRIDGE } from '../support/bridge.js';
import type { Door } from '../support/door.js';
import { type Actor, createWorld, ok, tokenOf, type World } from '../support/world.js';
import { CLAUDE_CODE, runClaudeCode } from './claude-code.js';
import { type ClientPlace, clientInstalled } from './client-package.js';
import { CODEX, runCodex } from './codex.js';
import { blocksOf } from './messages-history.js';
import type { ScriptedTurn } from './script.js';
import { startStubModelApi } from './stub-model-api.js';

let w: World;
let door: Door;
let agent: Actor;
let orchestrator: Actor;
let base: string;
/** The machine the session leaves, and the one it goes on at. */
let here: ClientPlace;
let there: ClientPlace;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door();
  agent = await w.agent();
  orchestrator = await w.orchestrator();
  base = realpathSync(mkdtempSync(join(tmpdir(), 'baton-moving-')));
  here = { home: join(base, 'home-a'), project: join(base, 'project_a') };
  there = { home: join(base, 'home-b'), project: join(base, 'elsewhere', 'project b') };
  for (const path of [here.home, here.project, there.home, there.project])
    mkdirSync(path, { recursive: true });
});
afterAll(async () => {
  await door?.close();
  await w.close();
  rmSync(base, { recursive: true });
});

const bridge = (place: ClientPlace) => ({
  command: process.execPath,
  args: [BRIDGE],
  env: { HOME: place.home, BATON_URL: door.url, BATON_AGENT_KEY: agent.key as string },
});
const call = (name: string, input: Record<string, unknown>): ScriptedTurn => [
  { type: 'tool_use', name: `mcp__baton__${name}`, input },
];
const say = (text: string): ScriptedTurn => [{ type: 'text', text }];

const newest = async (): Promise<string> =>
  (await w.judge.one<{ id: string }>('SELECT id FROM transfer ORDER BY staged_at DESC LIMIT 1', [])).id;
const eventsOf = async (id: string): Promise<string[]> =>
  (
    await w.db.pool.query<{ type: string }>(
      'SELECT type FROM event WHERE aggregate_id = $1 ORDER BY sequence',
      [id],
    )
  ).rows.map(({ type }) => type);
const mint = async (id: string, scope: 'PROVISION_RUNTIME' | 'ACTIVATE'): Promise<string> => {
  const provision = { tier: 'sandbox-small', allocatedUsd: '1.00', pool: 'manual', graceSeconds: 60 };
  return tokenOf(await orchestrator.mint(id, scope, scope === 'PROVISION_RUNTIME' ? { provision } : {}));
};
async function verify(id: string): Promise<void> {
  const row = await w.judge.transfer(id);
  const proof = {
    checksum: row.checksum,
    entries: row.snapshot_entries,
    lastEntrySha256: row.snapshot_last_entry,
  };
  ok(await orchestrator.verify(id, proof, 'a lease secret of the orchestrator'));
}

/** Brings the session to the other machine, as `baton snapshot get --restore-for` does. */
async function restore(client: 'claude-code' | 'codex', id: string, home: string) {
  const query = `query ($id: ID!) { transfer(id: $id) { session { label } source { cwd }
    snapshot { parts { path mediaType length sha256 } } } }`;
  const { transfer } = (await orchestrator.call(query, { id })) as {
    transfer: {
      session: { label: string };
      source: { cwd: string };
      snapshot: { parts: { path: string; mediaType: string; length: number; sha256: string }[] };
    };
  };
  const folder = mkdtempSync(join(base, 'parts-'));
  const { parts } = transfer.snapshot;
  await saveParts(folder, parts, async (path) => {
    const response = await door.get(`/snapshots/${id}/parts/${path}`, orchestrator.key as string);
    return response.body as AsyncIterable<Uint8Array>;
  });
  const saved = { folder, label: transfer.session.label, cwd: transfer.source.cwd, parts };
  return restoreFor(client, saved, { home, cwd: there.project });
}

const published = (
  JSON.parse(readFileSync(new URL('../../mcp-bridge/tools/agent.json', import.meta.url), 'utf8')) as {
    tools: { name: string }[];
  }
).tools.map(({ name }) => name);

const MOVED = [
  'snapshot_created',
  'runtime_provisioned',
  'state_pushed',
  'destination_verified',
  'activated',
];

describe.skipIf(!clientInstalled(CLAUDE_CODE))('Claude Code', () => {
  test('moves its own session with the tools, and goes on with it in another home and folder', {
    timeout: 180_000,
  }, async () => {
    const sessionId = randomUUID();
    const run = async (
      session: Parameters<typeof runClaudeCode>[2],
      prompt: string,
      turns: ScriptedTurn[],
    ) => {
      const stub = await startStubModelApi('moving-claude', turns);
      try {
        const answer = await runClaudeCode(here, stub.url, session, prompt, bridge(here));
        expect(answer.is_error, JSON.stringify(answer)).toBe(false);
        return stub.seen;
      } finally {
        await stub.close();
      }
    };
    const turns: ScriptedTurn[] = [
      call('snapshot_state', {}),
      call('provision_runtime', { id: 'trf_', transfer_token: 'none' }),
      say('I need a token.'),
    ];
    const seen = await run({ start: sessionId }, 'Move to the other host.', turns);
    const tools = seen[0]?.body?.tools
      ?.map(({ name }) => name)
      .filter((name) => name.startsWith('mcp__baton__'));
    expect(tools?.sort()).toEqual(published.map((name) => `mcp__baton__${name}`).sort());
    const id = await newest();
    expect(await eventsOf(id)).toEqual(['snapshot_created']);

    turns.push(call('provision_runtime', { id, transfer_token: await mint(id, 'PROVISION_RUNTIME') }));
    turns.push(call('push_state', { id }), say('Pushed.'));
    await run({ resume: sessionId }, 'Here is the token.', turns);
    await verify(id);
    turns.push(call('activate', { id, transfer_token: await mint(id, 'ACTIVATE') }));
    turns.push(call('get_status', { id }), say('I stop here.'));
    const last = await run({ resume: sessionId }, 'And the other.', turns);
    expect(await eventsOf(id)).toEqual(MOVED);
    const told = last.flatMap(({ body }) => body?.messages ?? []).flatMap(blocksOf);
    expect(JSON.stringify(told)).toContain('The destination owns the session now');
    expect(JSON.stringify(told)).toContain('The transfer is active');

    const restored = await restore('claude-code', id, join(there.home, '.claude'));
    expect(restored.session).toBe(sessionId);
    // Between the answer to its last call and what is said next the client puts a turn of its own.
    const turnsThere = [turns[0] as ScriptedTurn, say('carried on'), say('carried on')];
    const stub = await startStubModelApi('moving-claude', turnsThere);
    try {
      const answer = await runClaudeCode(there, stub.url, { resume: sessionId }, 'Carry on.');
      expect(answer).toMatchObject({ is_error: false, result: 'carried on', session_id: sessionId });
    } finally {
      await stub.close();
    }
    // The client repairs what the API refuses and then reports success: only the first try counts.
    expect(stub.seen.map(({ status }) => status)).toEqual([200]);
    const sent = JSON.stringify(stub.seen[0]?.body?.messages);
    for (const text of ['Move to the other host.', 'mcp__baton__snapshot_state', 'Carry on.'])
      expect(sent).toContain(text);
    expect(sent).not.toContain('Here is the token');
  });
});

describe.skipIf(!clientInstalled(CODEX))('Codex', () => {
  test('moves its own session with the tools, and goes on with it in another home and folder', {
    timeout: 180_000,
  }, async () => {
    const run = async (resume: string | undefined, prompt: string, turns: ScriptedTurn[]) => {
      const stub = await startStubModelApi('moving-codex', turns);
      try {
        const answer = await runCodex(here, stub.url, prompt, {
          mcp: bridge(here),
          ...(resume !== undefined && { resume }),
        });
        expect(answer.completed, JSON.stringify(stub.seen.at(-1)).slice(0, 2_000)).toBe(true);
        return { answer, seen: stub.seen };
      } finally {
        await stub.close();
      }
    };
    const turns: ScriptedTurn[] = [call('snapshot_state', {}), say('I need a token.')];
    const first = await run(undefined, 'Move to the other host.', turns);
    const threadId = first.answer.threadId as string;
    const id = await newest();
    expect(await eventsOf(id), JSON.stringify(first.seen.at(-1)?.body?.input).slice(-2_000)).toEqual([
      'snapshot_created',
    ]);
    turns.push(call('provision_runtime', { id, transfer_token: await mint(id, 'PROVISION_RUNTIME') }));
    turns.push(call('push_state', { id }), say('Pushed.'));
    await run(threadId, 'Here is the token.', turns);
    await verify(id);
    turns.push(call('activate', { id, transfer_token: await mint(id, 'ACTIVATE') }));
    turns.push(call('get_status', { id }), say('I stop here.'));
    await run(threadId, 'And the other.', turns);
    expect(await eventsOf(id)).toEqual(MOVED);

    const restored = await restore('codex', id, join(there.home, '.codex'));
    expect(restored.session).toBe(threadId);
    const stub = await startStubModelApi('moving-codex', [turns[0] as ScriptedTurn, say('carried on')]);
    try {
      const answer = await runCodex(there, stub.url, 'Carry on.', { resume: threadId });
      expect(answer).toMatchObject({ completed: true, lastText: 'carried on', threadId });
    } finally {
      await stub.close();
    }
    expect(stub.seen.map(({ status }) => status)).toEqual([200]);
    const sent = JSON.stringify(stub.seen[0]?.body?.input);
    for (const text of ['Move to the other host.', 'snapshot_state', 'Carry on.'])
      expect(sent).toContain(text);
    expect(sent).not.toContain('Here is the token');
  });
});
