import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { partEntry, snapshotChecksum, snapshotManifest } from '@baton/sessions';
import { mintToken, readTransfer } from '../client/transfers.js';
import { readSessionFile } from '../session-file.js';
import { word } from '../transfer-text.js';
import { activateAsAgent, getStatus, provisionRuntime, pushState, snapshotState } from './agent-calls.js';
import { Child } from './child.js';
import { control } from './control.js';
import { batonProgram, POOL, type Setting } from './setting.js';
import { until } from './until.js';

const RECORDED = '../../../test/fixtures/sessions/claude-code-2.1.197/inventory.jsonl';
const AGENT = fileURLToPath(new URL('../../demo/agent.mjs', import.meta.url));
const SECOND_TTL_SECONDS = 3;
const GRACE_SECONDS = 3;

/** What was staged in step 2. */
export interface Staged {
  readonly id: string;
  readonly checksum: string;
  /** Lines of the recorded session. */
  readonly entries: number;
  /** The transfer that nobody moves on. */
  readonly secondId: string;
}

export async function stageBoth({ agent, narrator }: Setting): Promise<Staged> {
  narrator.step(2, 'The agent stages a recorded session of Claude Code, and a second one for 3 seconds');
  const file = fileURLToPath(new URL(RECORDED, import.meta.url));
  const bytes = readFileSync(file);
  const { input, client, label } = await readSessionFile(file);
  const source = { host: hostname(), client, cwd: '/home/developer/shop' };
  const first = await snapshotState(agent, { ...input, source, sessionLabel: label });
  const part = partEntry({ path: basename(file), mediaType: input.files?.[0]?.mediaType ?? '', bytes });
  const checksum = snapshotChecksum(snapshotManifest(label ?? null, source, [part]));
  narrator.expect(
    first.checksum === checksum,
    `the checksum that the agent computed, ${checksum}`,
    first.checksum,
  );
  narrator.expect(!first.secrets.pending, 'no secret in the recorded session', first.secrets);
  const entries = bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length;
  narrator.changed(
    `${first.id} is ${word(first.status)}: ${basename(file)}, ${entries} entries, ${bytes.length} bytes`,
  );
  narrator.changed(`checksum ${checksum}, computed on both sides`);
  const second = await snapshotState(agent, {
    source,
    messageHistory: [{ role: 'user', content: 'Nobody picks this one up.' }],
    ttlSeconds: SECOND_TTL_SECONDS,
  });
  narrator.changed(`${second.id} is ${word(second.status)} until ${second.deadlines.expiresAt}`);
  return { id: first.id, checksum, entries, secondId: second.id };
}

export async function provisionFirst(
  { orchestrator, agent, narrator }: Setting,
  { id }: Staged,
): Promise<void> {
  narrator.step(3, 'The orchestrator mints a provision token');
  const provision = { tier: 'sandbox-small', allocatedUsd: '1.00', pool: POOL, graceSeconds: GRACE_SECONDS };
  const { token, expiresAt } = await mintToken(orchestrator, { id, scope: 'PROVISION_RUNTIME', provision });
  narrator.changed(
    `for ${provision.tier}, 1.00 USD, pool ${POOL}, ${GRACE_SECONDS} s of grace; until ${expiresAt}`,
  );

  narrator.step(4, 'The agent provisions');
  const { status, tier, pool, budget } = await provisionRuntime(agent, id, token);
  narrator.expect(status === 'PROVISIONED', 'provisioned', status);
  narrator.changed(
    `${word(status)}: ${tier} in pool ${pool}, ${budget?.spent} of ${budget?.allocated} USD spent`,
  );
}

/** A daemon in its own process and home, which runs our stand-in for an agent. */
export async function startDaemon(setting: Setting, { id }: Staged): Promise<void> {
  const { narrator, folder, url, daemonKey, environment, orchestrator, signal, closing, children } = setting;
  narrator.step(5, 'A runtime daemon, in its own process and home, claims the transfer');
  const dir = join(folder, 'daemon');
  const { directory, kill, allow } = control(folder);
  allow(0);
  closing.add(kill);
  const env = { ...environment, HOME: dir, BATON_URL: url, BATON_KEY: daemonKey };
  const args = [
    batonProgram(),
    'runtime',
    '--dir',
    join(dir, 'state'),
    '--',
    process.execPath,
    AGENT,
    directory,
  ];
  const daemon = Child.start('runtime daemon', args, { env, log: join(folder, 'log', 'daemon') });
  children.push(daemon);
  closing.add(() => daemon.end());
  const { claimedBy, claimedAt } = await until('the daemon to claim', signal, async () => {
    if (!daemon.running) throw narrator.failed(`the daemon ended: ${daemon.lastWords()}`);
    const { runtime } = await readTransfer(orchestrator, id);
    return runtime.claimedAt === null ? undefined : runtime;
  });
  narrator.changed(`process ${daemon.pid}, home ${dir}`);
  narrator.changed(
    `claimed by ${claimedBy} at ${claimedAt}; before the push it sees tier, size and checksum, no content`,
  );
}

export async function pushAndVerify(setting: Setting, { id, checksum, entries }: Staged): Promise<void> {
  const { narrator, agent, orchestrator, signal } = setting;
  narrator.step(6, 'The agent pushes with its checksum');
  const pushed = await pushState(agent, id, checksum);
  narrator.expect(pushed.status === 'PUSHED', 'pushed', pushed.status);
  narrator.changed(
    `${word(pushed.status)}: every stored byte was read again and agrees with ${checksum.slice(0, 16)}…`,
  );

  narrator.step(7, 'The daemon pulls, recomputes and verifies');
  const verifiedAt = await until('the destination to verify', signal, async () => {
    return (await readTransfer(orchestrator, id)).runtime.verifiedAt ?? undefined;
  });
  narrator.changed(`verified at ${verifiedAt}: same checksum, ${entries} entries, same last entry`);
}

export async function activateFirst(setting: Setting, { id, entries }: Staged): Promise<void> {
  const { narrator, agent, orchestrator, signal, folder } = setting;
  narrator.step(8, 'The orchestrator mints an activate token');
  const { token, expiresAt } = await mintToken(orchestrator, { id, scope: 'ACTIVATE' });
  narrator.changed(`bound to the verified destination; until ${expiresAt}`);

  narrator.step(9, 'The agent activates and reads back the new epoch');
  await activateAsAgent(agent, id, token);
  const { status, epoch } = await getStatus(agent, id);
  narrator.expect(status === 'ACTIVE' && epoch === 1, 'active, epoch 1', { status, epoch });
  narrator.changed(`read back: ${word(status)}, epoch ${epoch}. The source may stop.`);
  const resumed = await until('the restored command to start', signal, () => control(folder).resumed());
  narrator.expect(resumed.entries === entries, `${entries} entries in the restored session`, resumed.entries);
  narrator.expect(resumed.epoch === 1, 'epoch 1 at the restored command', resumed.epoch);
  narrator.changed(
    `process ${resumed.pid} resumed session ${resumed.sessionId}: ${resumed.entries} entries in ${resumed.file}`,
  );
}
