import type { Readable, Writable } from 'node:stream';
import { createApi } from './api.js';
import { type Env, type Kind, kindOfKey } from './env.js';
import { createBridge } from './server.js';
import { createSessionFinder } from './session/finder.js';
import { StdioTransport } from './stdio.js';

export interface StdioOptions {
  readonly env: Env;
  readonly args: readonly string[];
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** How often to look whether the process that started this one is still there. */
const PARENT_MS = 1_000;

/** Serves until the client is gone; gives the exit code. Nothing but messages goes to stdout. */
export async function serveStdio({ env, args, stdin, stdout, stderr }: StdioOptions): Promise<number> {
  const kind = kindServed(env, args.includes('--orchestrator'));
  if (typeof kind !== 'string') {
    stderr.write(`baton-mcp: ${kind.problem}\n`);
    return 1;
  }
  const { url, agentKey: key = '' } = env;
  const bench = { api: createApi({ url, key, kind }), sessions: createSessionFinder(env), taken: new Map() };
  const bridge = createBridge(kind, bench);
  const transport = new StdioTransport(stdin, stdout);
  const parent = process.ppid;
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearInterval(watch);
      resolve(0);
    };
    // A killed parent may leave its end of the pipe to somebody else.
    const watch = setInterval(() => process.ppid !== parent && end(), PARENT_MS);
    bridge.server.onclose = end;
    bridge.connect(transport).catch(reject);
  });
}

/** What the tools are for, or why this must not start. */
function kindServed({ agentKey, deciding }: Env, orchestrator: boolean): Kind | { problem: string } {
  const kind = agentKey === undefined ? 'agent' : kindOfKey(agentKey);
  if (orchestrator) {
    return kind === 'orchestrator'
      ? kind
      : { problem: '--orchestrator wants an orchestrator’s key in BATON_AGENT_KEY' };
  }
  if (deciding.length > 0) {
    return {
      problem: `${deciding.join(' and ')} is in this environment, and whoever can read it can decide. Remove it; the agent's own key goes into BATON_AGENT_KEY`,
    };
  }
  if (kind === 'agent') return kind;
  const what = kind === null ? 'no key that Baton issued' : `a key of kind ${kind}`;
  return { problem: `BATON_AGENT_KEY holds ${what}: issue one by \`baton keys issue --kind agent\`` };
}
