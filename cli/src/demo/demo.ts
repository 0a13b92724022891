import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Cli } from '../cli.js';
import { Api } from '../client/api.js';
import { readTransfer, terminate } from '../client/transfers.js';
import { Failure } from '../failure.js';
import type { Child } from './child.js';
import { Closing } from './closing.js';
import { end, type Outcome, sumUp } from './ending.js';
import { activateFirst, provisionFirst, pushAndVerify, stageBoth, startDaemon } from './moving.js';
import { Narrator } from './narrator.js';
import { childEnvironment, issueKeys, makeFolder, type Setting, type Stage, startServer } from './setting.js';
import { spend } from './spending.js';

export interface DemoOptions {
  /** End after the last step instead of staying up. */
  readonly once: boolean;
  /** A server that runs already; absent: one of its own. */
  readonly url: string | undefined;
}

/**
 * The main job on real input, from an empty database to a ledger that adds up. Throws at the first thing that is not
 * as it must be. Whatever happens, its children are ended, its keys revoked and its files removed.
 */
export async function runDemo(cli: Cli, options: DemoOptions): Promise<Outcome> {
  const closing = new Closing();
  const narrator = new Narrator(cli.output);
  const children: Child[] = [];
  try {
    const setting = await prepare(cli, options, { closing, narrator, children });
    const staged = await stageBoth(setting);
    closing.add(() => giveUp(setting, staged.id));
    await provisionFirst(setting, staged);
    await startDaemon(setting, staged);
    await pushAndVerify(setting, staged);
    await activateFirst(setting, staged);
    await spend(setting, staged);
    await end(setting, staged);
    const outcome = await sumUp(setting, staged);
    if (!options.once) {
      narrator.changed('It stays up until Ctrl-C.');
      if (!cli.signal.aborted) await once(cli.signal, 'abort');
    }
    return outcome;
  } catch (error) {
    for (const child of cli.signal.aborted ? [] : children)
      narrator.aside(`${child.name} said last:\n${child.lastWords()}`);
    throw error;
  } finally {
    await closing.run();
  }
}

async function prepare(
  cli: Cli,
  { url }: DemoOptions,
  parts: Pick<Stage, 'closing' | 'narrator' | 'children'>,
): Promise<Setting> {
  const { closing, narrator } = parts;
  narrator.step(1, url === undefined ? 'Database and server start; keys are issued' : 'Keys are issued');
  const folder = makeFolder(closing);
  mkdirSync(join(folder, 'log'), { mode: 0o700 });
  const stage: Stage = { ...parts, folder, environment: childEnvironment(cli), signal: cli.signal };
  const admin = url === undefined ? await startServer(stage) : new Api({ url, key: cli.env.key });
  const keys = await issueKeys(admin, closing, narrator);
  return {
    ...stage,
    url: admin.url,
    orchestrator: new Api({ url: admin.url, key: keys.orchestrator.key }),
    agent: new Api({ url: admin.url, key: keys.agent.key, byId: true }),
    daemonKey: keys.daemon.key,
  };
}

/** Leaves nothing that runs on a server that stays. */
async function giveUp({ orchestrator }: Setting, id: string): Promise<void> {
  if ((await readTransfer(orchestrator, id)).endedAt !== null) return;
  try {
    await terminate(orchestrator, { id, reason: 'the demo was broken off' });
  } catch (error) {
    // It ended on its own meanwhile.
    if (!(error instanceof Failure && error.facts.code === 'TRANSFER_TERMINAL')) throw error;
  }
}
