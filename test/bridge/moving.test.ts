import { appendFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../requirements.js';
import { AgentHome, type BridgeClient, codeOf, facts, firstLine, startBridge } from '../support/bridge.js';
import type { Door } from '../support/door.js';
import { type Actor, createWorld, ok, tokenOf, type World } from '../support/world.js';

let w: World;
let door: Door;
let agent: Actor;
let orchestrator: Actor;
let machine: AgentHome;
let bridge: BridgeClient;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door();
  agent = await w.agent();
  orchestrator = await w.orchestrator();
  machine = new AgentHome();
  bridge = await startBridge(machine, { url: door.url, key: agent.key as string });
});
afterAll(async () => {
  await bridge?.close();
  machine?.remove();
  await door?.close();
  await w.close();
});

const mint = async (id: string, scope: 'PROVISION_RUNTIME' | 'ACTIVATE') =>
  tokenOf(await orchestrator.mint(id, scope, scope === 'PROVISION_RUNTIME' ? { provision: PROVISION } : {}));
/** A token for what has been done; a used one would do as well. */
const mintAgain = async (id: string) => (await orchestrator.mint(id, 'ACTIVATE')).token ?? 'none';
const PROVISION = { tier: 'sandbox-small', allocatedUsd: '1.00', pool: 'manual', graceSeconds: 60 };
const rowsOf = async () => {
  const { rows } = await w.db.pool.query(
    'SELECT (SELECT count(*)::int FROM transfer) AS transfers, (SELECT count(*)::int FROM event) AS events',
  );
  return rows[0] as { transfers: number; events: number };
};

/** Snapshots a new session of this machine by the call it makes. */
async function snapshot() {
  const session = machine.claudeCode();
  const meta = { 'claudecode/toolUseId': session.callId };
  const staged = facts(await bridge.call('snapshot_state', {}, meta));
  return { session, staged, meta };
}

test('an agent moves its own session, with the tokens that the orchestrator hands it', async () => {
  const { session, staged } = await snapshot();
  expect(staged.status).toBe('staged');
  expect(JSON.stringify(staged)).not.toContain('hello');
  const without = await bridge.call('provision_runtime', { id: staged.id, transfer_token: 'none' });
  expect(codeOf(without)).toBe('TOKEN_REJECTED');
  expect(firstLine(without)).not.toMatch(/mint/i);
  const provisioned = await bridge.call('provision_runtime', {
    id: staged.id,
    transfer_token: await mint(staged.id, 'PROVISION_RUNTIME'),
  });
  expect(facts(provisioned).status).toBe('provisioned');
  expect(facts(await bridge.call('push_state', { id: staged.id, checksum: staged.checksum })).status).toBe(
    'pushed',
  );

  const part = await door.get(
    `/snapshots/${staged.id}/parts/${session.id}.jsonl`,
    orchestrator.key as string,
  );
  expect(await part.text()).toBe(session.text);
  ok(await verify(staged.id));

  appendFileSync(session.file, '{"type":"user"}\n{"type":"user"}\n{"half');
  const activated = facts(
    await bridge.call('activate', { id: staged.id, transfer_token: await mint(staged.id, 'ACTIVATE') }),
  );
  expect(activated).toMatchObject({ status: 'active', epoch: 1, entries_since_snapshot: 2, replayed: false });

  const before = await rowsOf();
  const again = await bridge.call('activate', { id: staged.id, transfer_token: await mintAgain(staged.id) });
  expect([codeOf(again), await rowsOf()]).toEqual(['STATE_CHANGED', before]);

  const status = facts(await bridge.call('get_status', { id: staged.id, limit: 3 }));
  expect(status).toMatchObject({ status: 'active', more: true });
  const rest = facts(await bridge.call('get_status', { id: staged.id, cursor: status.next_cursor }));
  const types = [status, rest].flatMap(({ events }) =>
    (events as { type: string }[]).map(({ type }) => type),
  );
  expect(types).toEqual([
    'snapshot_created',
    'runtime_provisioned',
    'state_pushed',
    'destination_verified',
    'activated',
  ]);
  expect(rest.more).toBe(false);
});

/** What a destination that restored everything would prove. */
async function verify(id: string) {
  const row = await w.judge.transfer(id);
  const proof = {
    checksum: row.checksum,
    entries: row.snapshot_entries,
    lastEntrySha256: row.snapshot_last_entry,
  };
  return orchestrator.verify(id, proof, 'a lease secret of the orchestrator');
}

describe(`${shows('I7')}a tool called twice`, () => {
  test('as the same call of the client: one effect, twice the same answer', async () => {
    const { staged, meta } = await snapshot();
    const before = await rowsOf();
    const again = facts(await bridge.call('snapshot_state', {}, meta));
    expect(again.id).toBe(staged.id);
    expect(await rowsOf()).toEqual(before);
  });

  test('push_state by another call changes nothing more', async () => {
    const { staged } = await snapshot();
    const token = await mint(staged.id, 'PROVISION_RUNTIME');
    facts(await bridge.call('provision_runtime', { id: staged.id, transfer_token: token }));
    facts(await bridge.call('push_state', { id: staged.id }));
    const before = await rowsOf();
    const again = await bridge.call('push_state', { id: staged.id });
    expect(codeOf(again)).toBe('STATE_CHANGED');
    expect(codeOf(await bridge.call('provision_runtime', { id: staged.id, transfer_token: token }))).toBe(
      'STATE_CHANGED',
    );
    expect(await rowsOf()).toEqual(before);
    expect(again.structuredContent).toMatchObject({ current_status: 'pushed', reason: 'state_changed' });
  });
});

describe('between the bridge and the API', () => {
  let proxy: ReturnType<typeof createServer>;
  let dropped = 0;
  let dropNext = 0;
  let beside: BridgeClient;
  beforeAll(async () => {
    // Carries every request, and breaks the connection in place of an answer as often as it is told to.
    proxy = createServer((request, response) => {
      const { hostname, port } = new URL(door.url);
      const forward = httpRequest(
        { hostname, port, path: request.url, method: request.method, headers: request.headers },
        (answer) => {
          if (dropNext > 0) {
            dropNext -= 1;
            dropped += 1;
            answer.resume();
            answer.once('end', () => request.socket.destroy());
            return;
          }
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        },
      );
      request.pipe(forward);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    beside = await startBridge(machine, { url, key: agent.key as string });
  });
  afterAll(async () => {
    await beside?.close();
    proxy?.close();
  });
  afterEach(() => {
    dropped = 0;
    dropNext = 0;
  });

  test('an answer that is lost after the commit: the call is sent again, and was made once', async () => {
    const session = machine.claudeCode();
    const before = await rowsOf();
    dropNext = 2;
    const staged = facts(await beside.call('snapshot_state', {}, { 'claudecode/toolUseId': session.callId }));
    expect(dropped).toBe(2);
    expect(staged.replayed).toBe(true);
    expect(await rowsOf()).toEqual({ transfers: before.transfers + 1, events: before.events + 1 });
  });
});

test('an API that is away is told as safe to retry, and nothing of its address', async () => {
  const away = await startBridge(machine, { url: 'http://127.0.0.1:1', key: agent.key as string });
  const listed = await away.client.listTools();
  expect(listed.tools.length).toBeGreaterThan(0);
  const answer = await away.call('get_status', { id: 'trf_x' });
  expect(codeOf(answer)).toBe('UNAVAILABLE');
  expect(firstLine(answer)).toContain('safe to retry');
  expect(JSON.stringify(answer)).not.toMatch(/127\.0\.0\.1|ECONN|fetch/);
  await away.close();
}, 60_000);

describe(`${shows('E3')}the same wrong input, by GraphQL and by tool`, () => {
  const id = 'trf_00000000000000000000000001';
  test.each([
    ['push_state', 'transferPush', { id }, { id }],
    ['push_state', 'transferPush', { id: 'nonsense' }, { id: 'nonsense' }],
    ['provision_runtime', 'transferProvision', { id, transfer_token: 'x' }, { id, transferToken: 'x' }],
    ['activate', 'transferActivate', { id, transfer_token: 'x.y.z' }, { id, transferToken: 'x.y.z' }],
  ])('%s %#: the same code', async (tool, field, args, input) => {
    expect(codeOf(await bridge.call(tool, args))).toBe(await codeByGraphql(field, input));
  });

  test('a token for another step, and one that was used', async () => {
    const { staged } = await snapshot();
    const token = await mint(staged.id, 'PROVISION_RUNTIME');
    expect(codeOf(await bridge.call('activate', { id: staged.id, transfer_token: token }))).toBe(
      await codeByGraphql('transferActivate', { id: staged.id, transferToken: token }),
    );
    expect(codeOf(await bridge.call('push_state', { id: staged.id, checksum: '0'.repeat(64) }))).toBe(
      await codeByGraphql('transferPush', { id: staged.id, checksum: '0'.repeat(64) }),
    );
  });

  async function codeByGraphql(field: string, input: Record<string, unknown>): Promise<string | undefined> {
    const answer = await agent.mutate(field, input);
    return answer.code;
  }
});
