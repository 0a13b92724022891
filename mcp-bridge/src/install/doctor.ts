import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { kindOfKey } from '../env.js';
import { Get_StatusDocument } from '../gen/graphql.js';
import { type ClientConfig, ConfigProblem } from './edit.js';

/** One thing looked at, in words for people. */
export interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly says: string;
}

const ANSWER_MS = 5_000;
const CLOCK_MS = 5_000;

/** Looks at everything between a client and the API, and goes on when something is wrong. */
export async function* examine(
  clients: readonly ClientConfig[],
  inherited: NodeJS.ProcessEnv,
): AsyncGenerator<Finding> {
  for (const client of clients) {
    const what = `${client.label} config`;
    let server: Awaited<ReturnType<ClientConfig['installed']>>;
    try {
      server = await client.installed();
    } catch (error) {
      if (!(error instanceof ConfigProblem)) throw error;
      yield { what, ok: false, says: error.message };
      continue;
    }
    if (server === null) {
      yield {
        what,
        ok: false,
        says: `no server named baton: run \`baton mcp install --client ${client.label}\``,
      };
      continue;
    }
    yield { what, ok: true, says: [server.command, ...server.args].join(' ') };
    const { BATON_URL: url = '', BATON_AGENT_KEY: key = '' } = server.env;
    yield* examineApi(client.label, url, key);
    yield await examineServer(client.label, server, inherited);
  }
}

async function* examineApi(label: string, url: string, key: string): AsyncGenerator<Finding> {
  const kind = kindOfKey(key);
  const issue = 'put one of `baton keys issue --kind agent` into BATON_AGENT_KEY and install again';
  const known = kind === 'agent';
  yield {
    what: `${label} key`,
    ok: known,
    says: known
      ? 'of kind agent'
      : `${kind === null ? 'none that Baton issued' : `of kind ${kind}`}: ${issue}`,
  };
  const asked = Date.now();
  let response: Response;
  try {
    response = await fetch(`${url}/graphql`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ documentId: Get_StatusDocument.__meta__?.hash, variables: { id: 'trf_' } }),
    });
  } catch {
    yield {
      what: `${label} API`,
      ok: false,
      says: `${url || 'no BATON_URL'} does not answer: is it the right address, and is Baton running?`,
    };
    return;
  }
  yield { what: `${label} API`, ok: true, says: `${url} answers` };
  const { status } = response;
  const { errors } = (await response.json().catch(() => ({}))) as { errors?: readonly { message: string }[] };
  const [wrong] = errors ?? [];
  yield {
    what: `${label} credential and manifest`,
    ok: status === 200 && wrong === undefined,
    says:
      status === 401
        ? `the key is not valid (any more): ${issue}`
        : status === 403
          ? 'the server does not know this release of the bridge: update one of them'
          : (wrong?.message ?? 'accepted'),
  };
  const there = Date.parse(response.headers.get('date') ?? '');
  const off = Math.abs(there - (asked + Date.now()) / 2);
  yield {
    what: `${label} clock`,
    ok: !(off > CLOCK_MS),
    says: off > CLOCK_MS ? `${Math.round(off / 1000)} s from the server's: set it` : 'agrees with the server',
  };
}

/** Starts the server as the client would, and lists its tools. */
async function examineServer(
  label: string,
  { command, args, env }: { command: string; args: string[]; env: Record<string, string> },
  inherited: NodeJS.ProcessEnv,
): Promise<Finding> {
  const what = `${label} tools`;
  const child = spawn(command, args, {
    env: { ...inherited, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complained = '';
  child.stderr.on('data', (text: Buffer) => {
    complained += text.toString();
  });
  child.stdin.on('error', () => undefined);
  const failed = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
  });
  const closed = new Promise<string>((resolve) => {
    child.once('close', () => resolve(complained.trim() || 'it ended without a word'));
  });
  const lines = createInterface({ input: child.stdout });
  const listed = (async () => {
    for await (const line of lines) {
      const names = namesIn(line);
      if (names !== null) return names;
    }
    return closed;
  })();
  for (const message of HELLO) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const timer = setTimeout(() => child.kill(), ANSWER_MS);
  const answer = await Promise.race([listed, failed]);
  clearTimeout(timer);
  child.stdin.end();
  child.kill();
  if (typeof answer === 'string') return { what, ok: false, says: `the server does not start: ${answer}` };
  return { what, ok: answer.length > 0, says: answer.join(', ') };
}

/** Names of the tools, when this line lists them; whatever else a program prints is passed over. */
function namesIn(line: string): string[] | null {
  try {
    const { id, result } = JSON.parse(line) as { id?: number; result?: { tools?: { name: string }[] } };
    return id === 2 ? (result?.tools?.map(({ name }) => name) ?? []) : null;
  } catch {
    return null;
  }
}

const HELLO = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'baton-doctor', version: '0.1.0' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
];
