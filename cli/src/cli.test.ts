import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BuiltServer, startBuiltServer } from '../../test/support/built-server.js';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { readEnv } from './env.js';
import { run } from './program.js';

const BATON = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const SESSION = fileURLToPath(
  new URL('../../test/fixtures/sessions/claude-code-2.1.197/signed-thinking.jsonl', import.meta.url),
);
const ADMIN_KEY = randomBytes(24).toString('hex');
const { PATH } = readEnv().inherited;
const STRANGER = 'trf_01m8qdntg4faksv8wxcn317qf2';

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let db: TestDatabase;
let server: BuiltServer;
let orchestratorKey: string;
beforeAll(async () => {
  db = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'baton-cli-'));
  chmodSync(folder, 0o711);
  server = await startBuiltServer({
    DATABASE_URL: db.url,
    BATON_DATA_DIR: join(folder, 'data'),
    BATON_ADMIN_KEY: ADMIN_KEY,
  });
  orchestratorKey = (await json(['keys', 'issue', '--kind', 'orchestrator', '--name', 'shell'], ADMIN_KEY))
    .key;
}, 60_000);
afterAll(async () => {
  await server.stop();
  await db.drop();
  rmSync(folder, { recursive: true });
});

interface Said {
  code: number;
  out: string;
  err: string;
}

/** One command line against the server. */
async function baton(
  args: string[],
  { key, url, signal }: { key?: string | undefined; url?: string; signal?: AbortSignal } = {},
): Promise<Said> {
  const said = { out: '', err: '' };
  const to = (name: 'out' | 'err') => ({
    write: (chunk: string) => {
      said[name] += chunk;
    },
  });
  const env = { url: url ?? server.url, key: key ?? orchestratorKey, noColor: false, inherited: {} };
  const code = await run(args, { env, stdout: to('out'), stderr: to('err'), ...(signal && { signal }) });
  return { code, ...said };
}

/** The program as it was built, in a process of its own. */
async function program(args: string[], env: NodeJS.ProcessEnv): Promise<Said> {
  const child = spawn(process.execPath, [BATON, ...args], { env: { PATH, ...env } });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, out, err };
}

// biome-ignore lint/suspicious/noExplicitAny: what a script sees of an answer.
async function json(args: string[], key?: string): Promise<any> {
  const { out, err, code } = await baton([...args, '--json'], { key });
  if (code !== 0) throw new Error(`${args.join(' ')} exited ${code}: ${out} ${err}`);
  return JSON.parse(out);
}

/** Exit code and code of a command that is refused. */
async function refusalOf(args: string[], key?: string): Promise<unknown[]> {
  const { code, out } = await baton([...args, '--json'], { key });
  return [code, JSON.parse(out).error.code];
}

const file = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

describe('stage', () => {
  test('a .jsonl travels byte for byte, named by what wrote it', async () => {
    const staged = await json(['stage', SESSION, '--ttl', '2h', '--cwd', '/home/developer/shop']);
    expect(staged).toMatchObject({
      status: 'staged',
      replayed: false,
      source: { client: 'claude-code', cwd: '/home/developer/shop' },
      session: { label: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    const out = join(folder, 'restored');
    const got = await json(['snapshot', 'get', staged.id, '--out', out]);
    expect(readFileSync(join(out, 'signed-thinking.jsonl')).equals(readFileSync(SESSION))).toBe(true);
    expect(readdirSync(out)).toEqual(['signed-thinking.jsonl']);
    expect(got.checksum).toBe(staged.checksum);
    expect(await refusalOf(['snapshot', 'get', staged.id, '--out', out])).toEqual([2, 'USAGE']);
  });

  test('a .json with an inline key is the inline form; key order does not matter', async () => {
    const inline = (text: string) => json(['stage', file('inline.json', text), '--host', 'h', '--cwd', '/']);
    const one = await inline('{"toolState": {"b": 1, "a": [2]}, "systemPrompt": "be exact"}');
    const two = await inline('{"systemPrompt":"be exact","toolState":{"a":[2],"b":1}}');
    expect(one.checksum).toBe(two.checksum);
    const { parts } = await json(['snapshot', 'get', one.id, '--out', join(folder, 'inline')]);
    expect(parts.map(({ path }: { path: string }) => path)).toEqual([
      'system-prompt.json',
      'tool-state.json',
    ]);
    expect(readFileSync(join(folder, 'inline', 'tool-state.json'), 'utf8')).toBe('{"a":[2],"b":1}');
  });

  test('anything else is one opaque part, so is a .json on request', async () => {
    const bytes = randomBytes(3_000_000);
    const { id } = await json(['stage', file('agent.bin', bytes)]);
    await json(['snapshot', 'get', id, '--out', join(folder, 'opaque')]);
    expect(readFileSync(join(folder, 'opaque', 'agent.bin')).equals(bytes)).toBe(true);

    const odd = file('odd.json', '{"a":1,"a":"\\ud800"}');
    expect((await json(['stage', odd, '--opaque'])).status).toBe('staged');
  });

  test.each([
    ['a lone surrogate', '{"toolState":{"x":"\\ud83d y"}}', 'LONE_SURROGATE', 'toolState.x'],
    [
      'U+0000',
      '{"messageHistory":[{"role":"user","content":"a\\u0000b"}]}',
      'NUL',
      'messageHistory[0].content',
    ],
    ['a key twice', '{"toolState":{"a":1,"a":2}}', 'DUPLICATE_KEY', 'toolState.a'],
    ['no role', '{"messageHistory":[{"content":"x"}]}', 'MISSING_FIELD', 'messageHistory[0].role'],
  ])('%s: the code and the issue that GraphQL gives', async (_, content, issue, path) => {
    const { code, out } = await baton(['stage', file('bad.json', content), '--json']);
    const { error } = JSON.parse(out);
    expect([code, error.code, error.retryable]).toEqual([1, 'INVALID_INPUT', false]);
    expect(error.issues).toMatchObject([{ path, code: issue }]);

    // The literal text in the variables of the same mutation, past everything that this client would do to it.
    const query =
      'mutation Stage($input: TransferStageInput!) { transferStage(input: $input) { ... on Refusal { code } ... on InvalidInput { issues { path code } } } }';
    const input = content.replace(/^\{/, '{"source":{"host":"h","client":"c","cwd":"/"},');
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${orchestratorKey}` },
      body: `{"query":${JSON.stringify(query)},"variables":{"input":${input}}}`,
    });
    const { data, errors } = (await response.json()) as {
      data?: { transferStage: typeof error };
      errors?: { extensions: typeof error }[];
    };
    const refusal = data?.transferStage ?? errors?.[0]?.extensions;
    expect(refusal.code).toBe('INVALID_INPUT');
    expect(refusal.issues[0].code).toBe(issue);
    expect(refusal.issues[0].path.replace(/^variables\.input\./, '')).toBe(path);
  });

  test('secrets in MCP config are refused by field, never by value', async () => {
    const secret = `ghp_${randomBytes(18).toString('hex')}`;
    const config = { mcpConfig: { mcpServers: { git: { command: 'x', env: { GITHUB_TOKEN: secret } } } } };
    const { code, out, err } = await baton(['stage', file('mcp.json', JSON.stringify(config)), '--json']);
    expect([code, JSON.parse(out).error.code]).toEqual([1, 'SECRET_DETECTED']);
    expect(out + err).not.toContain(secret);
  });
});

describe('a transfer step by step', () => {
  test('from stage to the end, with the log of it', async () => {
    const { id } = await json(['stage', SESSION]);
    const offered = [
      'token',
      'mint',
      id,
      '--scope',
      'provision_runtime',
      '--budget',
      '2.50',
      '--pool',
      'empty',
    ];
    const { token } = await json(offered);
    const provisioned = await json(['provision', id, '--token', token]);
    expect(provisioned).toMatchObject({ status: 'provisioned', pool: 'empty', budget: { allocated: '2.5' } });
    expect(await refusalOf(['provision', id, '--token', token])).toEqual([1, 'STATE_CHANGED']);
    expect(await refusalOf(['push', id, '--checksum', 'ab'.repeat(32)])).toEqual([1, 'CHECKSUM_MISMATCH']);
    expect(await json(['push', id])).toMatchObject({ id, status: 'pushed' });
    expect(await refusalOf(['token', 'mint', id, '--scope', 'activate'])).toEqual([1, 'NOT_READY']);
    expect(await refusalOf(['top-up', id, '1', '--reason', 'x'])).toEqual([1, 'STATE_CHANGED']);
    expect((await json(['list', '--status', 'pushed'])).map((one: { id: string }) => one.id)).toContain(id);
    expect(await json(['terminate', id, '--reason', 'enough'])).toMatchObject({ status: 'terminated' });
    expect(await refusalOf(['push', id])).toEqual([1, 'TRANSFER_TERMINAL']);
    const events = await json(['events', id]);
    expect(events.map((event: { type: string }) => event.type)).toEqual([
      'snapshot_created',
      'runtime_provisioned',
      'state_pushed',
      'terminated',
    ]);
    const everything = await json(['events', '--first', '100000']);
    expect(everything.filter((event: { aggregateId: string }) => event.aggregateId === id)).toEqual(events);
    expect((await baton(['status', id])).out).toMatch(
      new RegExp(`^transfer +${id}\nstatus +terminated$`, 'm'),
    );
  });

  test('move says that the source may stop after it read the new epoch back, and not before', async () => {
    const { key } = await json(
      ['keys', 'issue', '--kind', 'runtime', '--name', 'box', '--pool', 'box'],
      ADMIN_KEY,
    );
    const stop = new AbortController();
    const runs = join(folder, 'runs');
    const script = "require('node:fs').writeFileSync(process.argv[1], ''); setInterval(() => {}, 1000)";
    const idle = [process.execPath, '-e', script, runs];
    const daemon = baton(['runtime', '--json', '--dir', join(folder, 'box'), '--', ...idle], {
      key,
      signal: stop.signal,
    });
    try {
      const { code, out, err } = await baton(['move', SESSION, '--pool', 'box', '--budget', '1']);
      expect([code, err]).toEqual([0, expect.stringContaining('read back: active, epoch 1')]);
      expect(out).toMatch(/\nThe source may stop: epoch 1 owns the session now\.\n$/);
      const id = /^transfer +(\S+)$/m.exec(out)?.[1] ?? '';
      expect(await json(['top-up', id, '0.5', '--reason', 'more'])).toMatchObject({
        budget: { allocated: '1.5' },
      });
      await expect.poll(() => existsSync(runs), { timeout: 20_000 }).toBe(true);
      await json(['terminate', id, '--reason', 'seen enough']);
      const tornDown = async () => (await json(['status', id])).runtime.teardownProven;
      await expect.poll(tornDown, { timeout: 20_000, interval: 200 }).toBe(true);
    } finally {
      stop.abort();
      const { code, out } = await daemon;
      expect(code).toBe(0);
      const events = out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).event);
      expect(events).toEqual(
        expect.arrayContaining(['claimed', 'verified', 'command_started', 'teardown_reported']),
      );
    }
  });

  test('move without a destination says what stands and how to go on', async () => {
    const { code, out, err } = await baton([
      'move',
      SESSION,
      '--pool',
      'nobody',
      '--timeout',
      '1s',
      '--json',
    ]);
    expect(code).toBe(5);
    const { error } = JSON.parse(out);
    expect(error).toMatchObject({ code: 'TIMED_OUT', status: 'pushed', epoch: null, sourceMayStop: false });
    expect(error.next[0]).toBe('the source is still the owner: leave it running');
    expect(`${out}${err}`).not.toMatch(/may stop:/);
    expect(await json(['status', error.transferId])).toMatchObject({ status: 'pushed' });
  });

  test('move with a secret in the session stops before the push', async () => {
    const line = JSON.stringify({ role: 'tool', content: `token ghp_${randomBytes(18).toString('hex')}` });
    const { code, out } = await baton(['move', file('leak.jsonl', `${line}\n`), '--json']);
    const { error } = JSON.parse(out);
    expect([code, error.code, error.status]).toEqual([1, 'SECRET_DETECTED', 'provisioned']);
    const accepted = await json(['accept-secrets', error.transferId, '--digest', error.digest]);
    expect(accepted.secrets.pending).toBe(false);
    expect(await json(['push', error.transferId])).toMatchObject({ status: 'pushed' });
  });
});

describe('keys', () => {
  test('issued once, listed without their secret, revoked for good', async () => {
    const issued = await json(
      ['keys', 'issue', '--kind', 'integrator', '--name', 'reports', '--expires', '7d'],
      ADMIN_KEY,
    );
    expect(Object.keys(issued)).toEqual(['id', 'key']);
    expect(await json(['list'], issued.key)).toEqual(expect.any(Array));
    const listed = await baton(['keys', 'list', '--json'], { key: ADMIN_KEY });
    expect(listed.out).toContain(issued.id);
    expect(listed.out).not.toContain(issued.key);
    expect(await json(['keys', 'revoke', issued.id], ADMIN_KEY)).toMatchObject({
      id: issued.id,
      revokedAt: expect.any(String),
    });
    expect(await refusalOf(['list'], issued.key)).toEqual([4, 'UNAUTHENTICATED']);
  });

  test('of a narrower scope', async () => {
    const args = ['keys', 'issue', '--kind', 'orchestrator', '--name', 'reader', '--scopes', 'transfer:read'];
    const { key } = await json(args, ADMIN_KEY);
    expect(await refusalOf(['stage', SESSION], key)).toEqual([4, 'FORBIDDEN']);
    expect(await refusalOf([...args.slice(0, -1), 'transfer:nonsense'], ADMIN_KEY)).toEqual([
      1,
      'INVALID_INPUT',
    ]);
  });

  test('an orchestrator manages none', async () => {
    expect(await refusalOf(['keys', 'issue', '--kind', 'agent', '--name', 'mine'])).toEqual([4, 'FORBIDDEN']);
  });
});

describe('exit codes', () => {
  test.each([
    ['a transfer that is not there', ['status', STRANGER], [1, 'NOT_FOUND']],
    ['events of one that is not there', ['events', STRANGER], [1, 'NOT_FOUND']],
    [
      'a snapshot of one that is not there',
      ['snapshot', 'get', STRANGER, '--out', 'nowhere'],
      [1, 'NOT_FOUND'],
    ],
    ['no such command', ['transport'], [2, 'USAGE']],
    ['no such option', ['status', STRANGER, '--fast'], [2, 'USAGE']],
    ['an option without its value', ['terminate', STRANGER], [2, 'USAGE']],
    ['a time that is none', ['stage', SESSION, '--ttl', 'soon'], [2, 'USAGE']],
    ['a file that is not there', ['stage', '/no/such/file.jsonl'], [2, 'USAGE']],
    ['a device, which has no end', ['stage', '/dev/zero'], [2, 'USAGE']],
    ['a pool without a daemon', ['move', SESSION, '--pool', 'manual'], [2, 'USAGE']],
  ])('%s', async (_, args, expected) => {
    expect(await refusalOf(args)).toEqual(expected);
  });

  test('nobody there, and no key', async () => {
    expect((await baton(['status', STRANGER], { url: 'http://127.0.0.1:1' })).code).toBe(3);
    expect(await refusalOf(['status', STRANGER], 'baton_orchestrator_unknown')).toEqual([
      4,
      'UNAUTHENTICATED',
    ]);
  });

  test('a malformed key is refused without being repeated', async () => {
    const { code, out, err } = await program(['list', '--json'], {
      BATON_URL: server.url,
      BATON_KEY: 'baton_secret\nx',
    });
    expect([code, JSON.parse(out).error.code]).toEqual([4, 'UNAUTHENTICATED']);
    expect(out + err).not.toContain('baton_secret');
  });

  test('the program itself: pure stdout, and help that names the codes', async () => {
    const env = { BATON_URL: server.url, BATON_KEY: orchestratorKey };
    const { code, out, err } = await program(['status', STRANGER, '--json'], env);
    expect([code, JSON.parse(out).error.code, err]).toEqual([1, 'NOT_FOUND', '']);
    const { code: helped, out: help } = await baton(['--help']);
    expect([helped, help]).toEqual([0, expect.stringMatching(/Exit codes:[\s\S]*5 {2}timed out/)]);
  });
});

describe('the demo', () => {
  test('on a server of its own: fourteen steps, and nothing left behind', { timeout: 120_000 }, async () => {
    const { code, out, err } = await program(['demo', '--once'], { TMPDIR: folder });
    expect([code, err]).toEqual([0, '']);
    const steps = [...out.matchAll(/^\[ ?(\d+)\/14\]/gm)].map(([, number]) => Number(number));
    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect(out).toMatch(/ledger: .* = 1\.60 USD/);
    const [, , pid = ''] = /(server|daemon) .*process (\d+)/.exec(out) ?? [];
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.startsWith('baton-demo-'))).toEqual([]);
  });

  test('against a server that runs: its keys are revoked at the end', { timeout: 120_000 }, async () => {
    const { code, out } = await program(['demo', '--once', '--url', server.url, '--json'], {
      BATON_KEY: ADMIN_KEY,
    });
    const outcome = JSON.parse(out);
    expect([code, outcome.ledgerSum]).toEqual([0, '1.60']);
    expect(outcome.transfers.map(({ status }: { status: string }) => status)).toEqual([
      'terminated',
      'expired',
    ]);
    const keys = await json(['keys', 'list', '--first', '1000'], ADMIN_KEY);
    const ours = keys.filter((key: { principal: { name: string } }) =>
      key.principal.name.startsWith('demo-'),
    );
    expect(ours.length).toBeGreaterThanOrEqual(3);
    expect(
      ours.filter(
        ({ revokedAt, transferId }: { revokedAt: string | null; transferId: string | null }) =>
          revokedAt === null && transferId === null,
      ),
    ).toEqual([]);
  });
});
