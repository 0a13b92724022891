import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../api/src/ids.js';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { SECRET } from '../support/scene.js';
import { type Actor, codeOf, createWorld, ok, type World } from '../support/world.js';

let w: World;
let agent: Actor;
let orchestrator: Actor;
let door: Door;
beforeAll(async () => {
  w = await createWorld();
  agent = await w.agent();
  orchestrator = await w.orchestrator();
  door = await w.door();
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

const none = { messageHistory: null };
const file = (path: string, bytes: string | Uint8Array) => ({
  path,
  base64: Buffer.from(bytes).toString('base64'),
});
const stageFiles = (...files: object[]) => agent.stage({ ...none, files });

/** The stored bytes of a part, read by the side door as an orchestrator. */
async function part(id: string, path: string): Promise<Buffer> {
  const response = await door.get(`/snapshots/${id}/parts/${path}`, orchestrator.key ?? '');
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function reportOf(id: string) {
  const { transfer } = await orchestrator.call(
    'query ($id: ID!) { transfer(id: $id) { snapshot { report entries byteLength } } }',
    { id },
  );
  return (transfer as { snapshot: { report: Record<string, unknown>; entries: number; byteLength: number } })
    .snapshot;
}

describe(`${shows('T10')}session files travel byte for byte`, () => {
  const BYTES: [name: string, path: string, bytes: string | Uint8Array][] = [
    [
      'records of unknown kinds',
      'a.jsonl',
      '{"type":"never-seen","x":{"signature":"Ab+/=="}}\n{"payload":[1, 2.50, 1e3]}\n',
    ],
    ['CR before LF', 'made.diff', '--- a\r\n+++ b\r\n@@ -1 +1 @@\r\n-x\r\n+y\r\n'],
    ['an opaque JSON document, its spaces and key order', 'agent.af', '{ "z" : 1,\n  "a" : [ ] }\n'],
    ['bytes that are no text', 'blob.bin', Uint8Array.from({ length: 512 }, (_, index) => index % 256)],
    [
      'U+0000 and invalid UTF-8 in a session file',
      'odd.jsonl',
      Uint8Array.of(0x22, 0x00, 0xff, 0xfe, 0x22, 0x0a),
    ],
    ['nothing', 'empty.jsonl', ''],
    ['a byte order mark and no last newline', 'bom.jsonl', '\ufeff{"a":1}'],
  ];
  test.each(BYTES)('%s', async (_name, path, bytes) => {
    const { transfer } = ok(await stageFiles(file(path, bytes)));
    expect(await part(transfer.id, path)).toEqual(Buffer.from(bytes));
  });

  test('and across chunks of a mebibyte', async () => {
    const bytes = Buffer.from(
      Array.from({ length: 60_000 }, (_, index) => `{"line":${index},"text":"${'x'.repeat(20)}"}\n`).join(''),
    );
    expect(bytes.length).toBeGreaterThan(2 * 1024 * 1024);
    const { transfer } = ok(await stageFiles(file('long.jsonl', bytes)));
    expect((await part(transfer.id, 'long.jsonl')).equals(bytes)).toBe(true);
    expect(await reportOf(transfer.id)).toMatchObject({ entries: 60_000, byteLength: bytes.length });
  });

  test('a last line cut by a crash is carried whole and named in the report', async () => {
    const { transfer } = ok(await stageFiles(file('cut.jsonl', '{"a":1}\n{"b":')));
    expect(await part(transfer.id, 'cut.jsonl')).toEqual(Buffer.from('{"a":1}\n{"b":'));
    expect((await reportOf(transfer.id)).report).toMatchObject({
      unterminated: [{ path: 'cut.jsonl', line: 2 }],
    });
  });
});

describe(`${shows('E1', 'T10')}inline JSON`, () => {
  test.each([
    [
      'a lone high surrogate',
      { messageHistory: [{ role: 'user', content: 'a\ud800b' }] },
      'messageHistory[0].content',
      'LONE_SURROGATE',
    ],
    [
      'a lone low surrogate',
      { messageHistory: [{ role: 'user', content: 'a\udc00b' }] },
      'messageHistory[0].content',
      'LONE_SURROGATE',
    ],
    ['one in a key', { ...none, toolState: { 'a\ud800': 1 } }, 'toolState', 'LONE_SURROGATE'],
    [
      'U+0000',
      { messageHistory: [{ role: 'user', content: 'before\u0000after' }] },
      'messageHistory[0].content',
      'NUL',
    ],
    ['a message without a role', { messageHistory: [{ content: 'x' }] }, 'messageHistory[0]', ''],
    ['a history that is no list', { messageHistory: { role: 'user' } }, 'messageHistory', ''],
  ])('%s is refused with its path, and the same over HTTP', async (_name, input, path, code) => {
    const answer = await agent.stage(input);
    expect(answer.code).toBe('INVALID_INPUT');
    const [issue] = answer.issues ?? [];
    expect(issue?.path.startsWith(path)).toBe(true);
    if (code) expect(issue?.code).toBe(code);
    const source = { host: 'h', client: 'c', cwd: '/' };
    const query =
      'mutation ($input: TransferStageInput!) { transferStage(input: $input) { ... on InvalidInput { code issues { path code } } } }';
    const response = await door.post(
      { query, variables: { input: { source, ...input } } },
      { key: orchestrator.key },
    );
    // What no JSON text may hold is refused by the door itself, before GraphQL: the same code, the path in the request.
    const told = { path: issue?.path, code: issue?.code };
    expect(await response.json()).toMatchObject(
      code
        ? {
            errors: [
              {
                extensions: {
                  code: 'INVALID_INPUT',
                  issues: [{ ...told, path: `variables.input.${told.path}` }],
                },
              },
            ],
          }
        : { data: { transferStage: { code: 'INVALID_INPUT', issues: [told] } } },
    );
  });

  test('a pair of surrogates is a character, escaped or raw', async () => {
    const source = { host: 'h', client: 'c', cwd: '/' };
    const query =
      'mutation ($input: TransferStageInput!) { transferStage(input: $input) { ... on TransferStageSuccess { transfer { checksum } } } }';
    const raw = JSON.stringify({
      query,
      variables: { input: { source, messageHistory: [{ role: 'user', content: '😀' }] } },
    });
    const escaped = raw.replace('😀', '\\ud83d\\ude00');
    expect(escaped).not.toBe(raw);
    const answers = await Promise.all(
      [raw, escaped].map(async (body) => (await door.post(body, { key: orchestrator.key })).json()),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({
      data: { transferStage: { transfer: { checksum: expect.stringMatching(/^[0-9a-f]{64}$/) } } },
    });
  });

  test('an escaped escape of U+0000 is six characters and stays so', async () => {
    const { transfer } = ok(await agent.stage({ messageHistory: [{ role: 'user', content: '\\u0000' }] }));
    expect((await part(transfer.id, 'messages.json')).toString()).toBe(
      '[{"content":"\\\\u0000","role":"user"}]',
    );
  });

  test('key order does not matter, each nested leaf does', async () => {
    const checksum = async (toolState: unknown) =>
      ok(await agent.stage({ ...none, toolState })).transfer.checksum;
    const first = await checksum({ b: [1, { y: 2, x: 3 }], a: null });
    expect(await checksum({ a: null, b: [1, { x: 3, y: 2 }] })).toBe(first);
    expect(await checksum({ a: null, b: [1, { x: 3, y: 2.5 }] })).not.toBe(first);
  });

  test('is stored as its canonical text', async () => {
    const { transfer } = ok(
      await agent.stage({ ...none, toolState: { '\u20ac': 1e21, a: [1.0, -0, '\u000f'], B: 0.000001 } }),
    );
    expect((await part(transfer.id, 'tool-state.json')).toString()).toMatchInlineSnapshot(
      `"{"B":0.000001,"a":[1,0,"\\u000f"],"€":1e+21}"`,
    );
  });

  test('the same session under the same labels has one checksum; label, host, client and directory are covered', async () => {
    const input = {
      ...none,
      toolState: { fixed: true },
      sessionLabel: 's',
      source: { host: 'h', client: 'c', cwd: '/w' },
    };
    const checksum = async (more: object) => ok(await agent.stage({ ...input, ...more })).transfer.checksum;
    const first = await checksum({});
    expect(first).toMatchInlineSnapshot(`"0ce18792c697d53b47c2ec68bf8dea47c33a71a7a1ab743c8fb89322d322b8a2"`);
    expect(await checksum({})).toBe(first);
    for (const source of [{ host: 'x' }, { client: 'x' }, { cwd: '/x' }]) {
      expect(await checksum({ source: { ...input.source, ...source } })).not.toBe(first);
    }
    expect(await checksum({ sessionLabel: 't' })).not.toBe(first);
    expect(await checksum({ sessionLabel: null })).not.toBe(first);
  });
});

describe(`${shows('T10', 'E2')}secrets`, () => {
  test('a raw one in an MCP config refuses the stage, naming server and field, never the value', async () => {
    const answer = await agent.stage({
      mcpConfig: [{ server: 'tracker', credRef: SECRET, env: { TOKEN: SECRET } }],
    });
    expect(codeOf(answer)).toMatch(/SECRET_DETECTED|INVALID_INPUT/);
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    const inFile = await stageFiles(
      file(
        '.mcp.json',
        JSON.stringify({ mcpServers: { tracker: { command: 'x', env: { API_TOKEN: SECRET } } } }),
      ),
    );
    expect(inFile).toMatchObject({
      code: 'SECRET_DETECTED',
      secrets: [{ path: '.mcp.json', field: expect.stringContaining('tracker') }],
    });
    expect(JSON.stringify(inFile)).not.toContain(SECRET);
  });

  test.each([
    ['an id that is no text of the database', { jti: 'tok_\ud800' }],
    ['U+0000 in its id', { jti: 'tok_\0' }],
    ['an end beyond all time', { jti: newId('transferToken'), exp: 1e300 }],
  ])('what resembles a transfer token with %s is reported, not stumbled over', async (_name, claims) => {
    const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${segment({ alg: 'HS256', typ: 'baton-transfer' })}.${segment(claims)}.${'q'.repeat(43)}`;
    const { transfer } = ok(await stageFiles(file('a.jsonl', `${JSON.stringify({ content: token })}\n`)));
    expect(transfer.secrets).toMatchObject({ count: 1, pending: true });
  });

  test('one in a tool result is reported with path and count, history unaltered; the push waits for its acceptance', async () => {
    const text = `{"type":"tool_result","content":"token ${SECRET}"}\n`;
    const { transfer } = ok(await stageFiles(file('a.jsonl', text)));
    expect(transfer.secrets).toMatchObject({
      count: 1,
      pending: true,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await part(transfer.id, 'a.jsonl')).toString()).toBe(text);
    expect(JSON.stringify(await reportOf(transfer.id))).not.toContain(SECRET);
    const token = ok(await orchestrator.mint(transfer.id, 'PROVISION_RUNTIME')).token ?? '';
    ok(await agent.provision(transfer.id, token));
    const refused = await agent.push(transfer.id);
    expect(refused).toMatchObject({ code: 'SECRET_DETECTED', secrets: [{ path: 'a.jsonl', line: 1 }] });
    expect(codeOf(await orchestrator.acceptSecrets(transfer.id, '0'.repeat(64)))).toBe('INVALID_INPUT');
    ok(await orchestrator.acceptSecrets(transfer.id, transfer.secrets.digest ?? ''));
    ok(await agent.push(transfer.id));
    expect(JSON.stringify(door.logged)).not.toContain(SECRET);
    const tables = await w.judge.rows(
      'SELECT to_jsonb(e)::text AS text FROM event e UNION ALL SELECT to_jsonb(a)::text FROM audit a',
    );
    expect(JSON.stringify(tables)).not.toContain(SECRET);
  });

  test('waiting stops the TTL for a day; acceptance gives it back, within that day', async () => {
    const { transfer } = ok(
      await agent.stage({ ttlSeconds: 60, messageHistory: [{ role: 'user', content: SECRET }] }),
    );
    await w.db.advanceClock(3_600_000);
    const { transfer: accepted } = ok(
      await orchestrator.acceptSecrets(transfer.id, transfer.secrets.digest ?? ''),
    );
    const left = new Date(accepted.deadlines.expiresAt).getTime() - (await w.db.now()).getTime();
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    const late = ok(
      await agent.stage({ ttlSeconds: 3_600, messageHistory: [{ role: 'user', content: SECRET }] }),
    ).transfer;
    await w.db.advanceClock(24 * 3_600_000 - 600_000);
    const { transfer: capped } = ok(await orchestrator.acceptSecrets(late.id, late.secrets.digest ?? ''));
    expect(capped.deadlines.expiresAt).toBe(late.deadlines.expiresAt);
    await w.db.advanceClock(600_000);
    expect((await agent.transfer(late.id))?.status).toBe('EXPIRED');
  });

  test('a transfer token that can no longer be used blocks nothing', async () => {
    const scene = await w.to('staged');
    const token = await scene.token('PROVISION_RUNTIME');
    const live = ok(await agent.stage({ messageHistory: [{ role: 'user', content: token }] })).transfer;
    expect(live.secrets.pending).toBe(true);
    ok(await scene.agent.provision(scene.id, token));
    const { transfer } = ok(await agent.stage({ messageHistory: [{ role: 'user', content: token }] }));
    expect(transfer.secrets).toMatchObject({ count: 0, pending: false });
    expect((await reportOf(transfer.id)).report).toMatchObject({ spentTokens: [{ path: 'messages.json' }] });
  });
});

describe(`${shows('T10', 'T2')}the push`, () => {
  const provisioned = () => w.to('provisioned', { agent });

  test('compares a checksum that is given, refuses an empty one, needs none', async () => {
    const scene = await provisioned();
    expect(await agent.push(scene.id, { checksum: 'f'.repeat(64) })).toMatchObject({
      code: 'CHECKSUM_MISMATCH',
    });
    expect(await agent.push(scene.id, { checksum: '' })).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: 'checksum' }],
    });
    ok(await agent.push(scene.id, { checksum: scene.checksum }));
    ok(await agent.push((await provisioned()).id));
  });

  test('finds bytes that are not those staged', async () => {
    const scene = await provisioned();
    await w.db.pool.query('ALTER TABLE chunk DISABLE TRIGGER chunk_immutable');
    await w.db.pool.query(
      `UPDATE chunk SET data = (SELECT data FROM chunk c2 WHERE c2.sha256 <> chunk.sha256 LIMIT 1)
       WHERE sha256 IN (SELECT sha256 FROM snapshot_part_chunk p JOIN transfer t ON t.snapshot_id = p.snapshot_id WHERE t.id = $1)`,
      [scene.id],
    );
    await w.db.pool.query('ALTER TABLE chunk ENABLE TRIGGER chunk_immutable');
    expect(codeOf(await agent.push(scene.id))).toBe('CHECKSUM_MISMATCH');
    expect((await w.judge.transfer(scene.id)).status).toBe('provisioned');
  });

  test('the destination’s own count and last entry must agree too', async () => {
    const scene = await w.to('pushed', {
      agent,
      stage: { messageHistory: null, files: [file('a.jsonl', '{"a":1}\n{"b":2}\n')] },
    });
    const facts = await scene.facts();
    expect(facts.entries).toBe(2);
    for (const wrong of [
      { checksum: 'f'.repeat(64) },
      { entries: 1 },
      { lastEntrySha256: 'f'.repeat(64) },
      { lastEntrySha256: null },
    ]) {
      expect(codeOf(await scene.claimant.verify(scene.id, { ...facts, ...wrong }, 'x'))).toBe(
        'CHECKSUM_MISMATCH',
      );
    }
    ok(await scene.claimant.verify(scene.id, facts, 'x'));
  });
});

test(`${shows('T11', 'F6')}content needs its scope, and each read is a line of the audit log`, async () => {
  const scene = await w.to('pushed');
  const path = `/snapshots/${scene.id}/parts/messages.json`;
  expect((await door.get(path, scene.agent.key ?? '')).status).toBe(403);
  expect((await door.get(path, (await w.integrator()).key ?? '')).status).toBe(403);
  expect((await door.get(path, scene.claimant.key ?? '')).status).toBe(200);
  expect((await door.get(path, (await w.to('claimed')).claimant.key ?? '')).status).toBe(404);
  const claimed = await w.to('claimed');
  expect(
    (await door.get(`/snapshots/${claimed.id}/parts/messages.json`, claimed.claimant.key ?? '')).status,
  ).toBe(404);
  expect((await door.get(`/snapshots/${scene.id}/parts/nothing.json`, scene.claimant.key ?? '')).status).toBe(
    404,
  );
  const lines = await w.judge.rows(
    `SELECT outcome FROM audit WHERE action = 'partRead' AND subject = $1 AND actor = $2`,
    [scene.id, scene.daemon.id],
  );
  expect(lines).toEqual([{ outcome: 'done' }]);
});
