import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cli } from '../cli.js';
import { Api } from '../client/api.js';
import { type IssuedKey, issueKey, revokeKey } from '../client/keys.js';
import { serverProgram } from '../commands/serve.js';
import { Child } from './child.js';
import type { Closing } from './closing.js';
import type { Narrator } from './narrator.js';
import { until } from './until.js';

/** Where the demo happens. */
export interface Stage {
  readonly narrator: Narrator;
  readonly signal: AbortSignal;
  /** A folder for this run alone. */
  readonly folder: string;
  /** Environment of children: nothing of ours that would lead them elsewhere. */
  readonly environment: NodeJS.ProcessEnv;
  readonly closing: Closing;
  /** What runs beside it. */
  readonly children: Child[];
}

/** Where, and with whom. */
export interface Setting extends Stage {
  readonly url: string;
  readonly orchestrator: Api;
  /** Speaks as the agent, whose credential sends ids of the agents' documents and nothing else. */
  readonly agent: Api;
  readonly daemonKey: string;
}

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));

/** The command line of `baton` itself. */
export const batonProgram = (): string => MAIN;

/** A folder that vanishes with the demo. The embedded database's user must be able to pass through it. */
export function makeFolder(closing: Closing): string {
  const folder = mkdtempSync(join(tmpdir(), 'baton-demo-'));
  chmodSync(folder, 0o711);
  closing.add(() => {
    // As root the database's files may be elsewhere, where its own user reaches them.
    const link = join(folder, 'data', 'relocated');
    const relocated = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()
      ? [realpathSync(link)]
      : [];
    for (const path of [...relocated, folder]) rmSync(path, { recursive: true, force: true });
  });
  return folder;
}

/** The environment without what names databases, servers and keys. */
export function childEnvironment({ env }: Cli): NodeJS.ProcessEnv {
  const foreign = /^(?:BATON_.*|DATABASE_URL|TRANSFER_TOKEN_SECRET|HOST|PORT|PG[A-Z]+)$/;
  return Object.fromEntries(Object.entries(env.inherited).filter(([name]) => !foreign.test(name)));
}

/** A server of its own on a free port, with an administrator's key that exists in memory only. */
export async function startServer({
  closing,
  folder,
  environment,
  signal,
  narrator,
  children,
}: Stage): Promise<Api> {
  const key = `baton_admin_${randomBytes(32).toString('hex')}`;
  const env = {
    ...environment,
    HOST: '127.0.0.1',
    PORT: '0',
    BATON_DATA_DIR: join(folder, 'data'),
    BATON_ADMIN_KEY: key,
    BATON_LOG_LEVEL: 'warn',
  };
  const server = Child.start('server', [serverProgram()], { env, log: join(folder, 'log', 'server') });
  children.push(server);
  closing.add(() => server.end());
  const url = await until(
    'the server to listen',
    signal,
    () => {
      if (!server.running) throw narrator.failed(`the server ended: ${server.lastWords()}`);
      return /^Baton listens on (\S+)$/m.exec(server.stdout())?.[1];
    },
    60_000,
  );
  narrator.changed(`server ${url}, process ${server.pid}, embedded PostgreSQL in ${join(folder, 'data')}`);
  return new Api({ url, key });
}

/** Keys for the three who take part, under names of this run; they end with the demo. */
export async function issueKeys(admin: Api, closing: Closing, narrator: Narrator) {
  const run = randomBytes(3).toString('hex');
  const issue = async (kind: 'agent' | 'orchestrator' | 'runtime', pool?: string): Promise<IssuedKey> => {
    const issued = await issueKey(admin, { kind, name: `demo-${kind}-${run}`, pool });
    closing.add(async () => {
      await revokeKey(admin, issued.id);
      narrator.changed(`revoked ${issued.id}`);
    });
    narrator.changed(`key ${issued.id} for the ${kind} demo-${kind}-${run}${pool ? ` of pool ${pool}` : ''}`);
    return issued;
  };
  return {
    agent: await issue('agent'),
    orchestrator: await issue('orchestrator'),
    daemon: await issue('runtime', POOL),
  };
}

export const POOL = 'local';
