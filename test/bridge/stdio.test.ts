import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { AgentHome, BRIDGE } from '../support/bridge.js';

let machine: AgentHome;
beforeAll(() => {
  machine = new AgentHome();
});
afterAll(() => machine.remove());

interface Raw {
  readonly child: ChildProcess;
  /** Every line of stdout, parsed: a line that is no message fails the test. */
  readonly said: Record<string, unknown>[];
  write(text: string): void;
}
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

function start(): Raw {
  const child = spawn(process.execPath, [BRIDGE], {
    env: { HOME: machine.home, BATON_AGENT_KEY: 'baton_agent_none', BATON_URL: 'http://127.0.0.1:1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.push(child);
  const said: Record<string, unknown>[] = [];
  let rest = '';
  child.stdout?.on('data', (text: Buffer) => {
    const lines = (rest + text.toString()).split('\n');
    rest = lines.pop() ?? '';
    said.push(...lines.map((line) => JSON.parse(line)));
  });
  child.stdin?.on('error', () => undefined);
  return { child, said, write: (text) => void child.stdin?.write(text) };
}

const message = (more: Record<string, unknown>): string => `${JSON.stringify({ jsonrpc: '2.0', ...more })}\n`;
const PARAMS = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
const INITIALIZE = message({ id: 'init', method: 'initialize', params: PARAMS });
const INITIALIZED = message({ method: 'notifications/initialized' });
const PING = (id: unknown) => message({ id, method: 'ping' });
const answered = (raw: Raw, id: unknown) => raw.said.find((one) => one.id === id);

async function greeted(): Promise<Raw> {
  const raw = start();
  raw.write(INITIALIZE + INITIALIZED);
  await expect.poll(() => answered(raw, 'init')).toBeTruthy();
  return raw;
}

describe('messages that are none', () => {
  test.each([
    ['no JSON', '{"jsonrpc"\n', -32700],
    ['a bare word', 'hello\n', -32700],
    ['a number', '7\n', -32600],
    ['a list', '[]\n', -32600],
    ['another protocol', '{"id":1,"method":"ping"}\n', -32600],
    [
      'one of two megabytes',
      `${message({ id: 9, method: 'ping', params: { x: 'x'.repeat(2_000_000) } })}`,
      -32600,
    ],
  ])('%s is answered as an error, and the next one as ever', async (_, text, code) => {
    const raw = await greeted();
    raw.write(text);
    raw.write(PING('after'));
    await expect.poll(() => answered(raw, 'after')).toMatchObject({ result: {} });
    const errors = raw.said.filter(({ error }) => error !== undefined);
    expect(errors).toMatchObject([{ error: { code } }]);
    if (text.length > 1_000_000) expect(JSON.stringify(errors)).toContain('TOO_LARGE');
  });

  test('split at every byte, with CRLF and empty lines between, they are still messages', async () => {
    const raw = await greeted();
    for (const byte of Buffer.from(`\r\n\n${PING('split ü €').replace('\n', '\r\n')}`)) {
      raw.child.stdin?.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => answered(raw, 'split ü €')).toBeTruthy();
  });

  test('an unknown method and an unknown tool are JSON-RPC errors or refusals, not the end', async () => {
    const raw = await greeted();
    raw.write(message({ id: 1, method: 'no/such' }));
    raw.write(message({ id: 2, method: 'tools/call', params: { name: 'mint_token', arguments: {} } }));
    await expect
      .poll(() => [answered(raw, 1), answered(raw, 2)])
      .toMatchObject([{ error: { code: -32601 } }, expect.anything()]);
    const second = answered(raw, 2) as { error?: unknown; result?: { isError?: boolean } };
    expect(second.error !== undefined || second.result?.isError).toBe(true);
  });

  test('a call that is cancelled, and an id used twice, end nothing', async () => {
    const raw = await greeted();
    const call = message({
      id: 5,
      method: 'tools/call',
      params: { name: 'get_status', arguments: { id: 'trf_x' } },
    });
    raw.write(call + call);
    raw.write(message({ method: 'notifications/cancelled', params: { requestId: 5 } }));
    raw.write(PING('still'));
    await expect.poll(() => answered(raw, 'still')).toBeTruthy();
  });
});

describe('when its client is gone it is gone within 2 s', () => {
  const gone = async ({ child }: Raw): Promise<number> => {
    const from = performance.now();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return performance.now() - from;
  };

  test('stdin was closed, a call under way', async () => {
    const raw = await greeted();
    raw.write(
      message({ id: 5, method: 'tools/call', params: { name: 'get_status', arguments: { id: 'trf_x' } } }),
    );
    raw.child.stdin?.end();
    expect(await gone(raw)).toBeLessThan(2_000);
    expect(raw.child.exitCode).toBe(0);
  });

  test('stdout was closed while it writes', async () => {
    const raw = await greeted();
    raw.child.stdout?.destroy();
    for (let at = 0; at < 100; at += 1) raw.write(PING(at));
    expect(await gone(raw)).toBeLessThan(2_000);
  });

  test('its parent was killed, and somebody else still holds the pipe', async () => {
    // The parent hands its own stdin down, which this test keeps open.
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, [${JSON.stringify(BRIDGE)}], { stdio: ['inherit', 'inherit', 'inherit'] });
      process.stderr.write(String(child.pid) + '\\n');
      setInterval(() => undefined, 1000);`;
    const parent = spawn(process.execPath, ['-e', script], {
      env: { HOME: machine.home, BATON_AGENT_KEY: 'baton_agent_none' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    running.push(parent);
    const [pid] = (await once(parent.stderr, 'data')) as [Buffer];
    parent.stdin.write(INITIALIZE);
    await once(parent.stdout, 'data');
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(Number(pid.toString())), { timeout: 2_000, interval: 50 }).toBe(false);
  });

  test('an idle one takes no time of the processor', async () => {
    const { child } = await greeted();
    const ticks = () => {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return Number(fields[11]) + Number(fields[12]);
    };
    // Until the start has settled.
    let last = -1;
    await expect
      .poll(
        () => {
          const before = last;
          last = ticks();
          return last - before;
        },
        { interval: 300, timeout: 5_000 },
      )
      .toBeLessThanOrEqual(1);
    const from = ticks();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(ticks() - from).toBeLessThan(20);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
