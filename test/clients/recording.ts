import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ClientPackage, type ClientPlace, installClient } from './client-package.js';
import { PROJECT_FILES, type Scenario } from './scenarios.js';
import { type StubModelApi, startStubModelApi } from './stub-model-api.js';

/** Clients write their working directory into what they record: the same neutral name on every machine. */
const RECORDING = '/tmp/baton-recording';

/** The place of every recording. */
export const PLACE: ClientPlace = { home: join(RECORDING, 'home'), project: join(RECORDING, 'project') };

/**
 * Records scenarios with one real client and replaces its session files below `fixtures` (an
 * absolute path) and the manifest `SHA256SUMS`. Needs npm and git; the first run downloads the
 * client. Throws when a run failed or the client asked for anything that is not in the script.
 *
 * @param session plays the scenario's prompts against the stub and answers the session file's path.
 */
export async function record<S extends Scenario>(
  client: ClientPackage,
  fixtures: string,
  scenarios: readonly S[],
  session: (scenario: S, stub: StubModelApi) => Promise<string>,
): Promise<void> {
  await installClient(client);
  const folder = join(fixtures, 'sessions', `${client.label}-${client.version}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const scenario of scenarios) {
    await preparePlace();
    const stub = await startStubModelApi(scenario.name, scenario.turns);
    try {
      const file = await session(scenario, stub);
      checkPlayed(scenario, stub);
      await copyFile(file, join(folder, `${scenario.name}.jsonl`));
    } finally {
      await stub.close();
    }
  }
  await rm(RECORDING, { recursive: true });
  await writeManifest(fixtures);
}

async function preparePlace(): Promise<void> {
  await rm(RECORDING, { recursive: true, force: true });
  await mkdir(PLACE.home, { recursive: true });
  await mkdir(PLACE.project);
  for (const [name, content] of Object.entries(PROJECT_FILES))
    await writeFile(join(PLACE.project, name), content);
  await promisify(execFile)('git', ['init', '--quiet', '--initial-branch=main', PLACE.project]);
}

function checkPlayed({ name, turns }: Scenario, { seen }: StubModelApi): void {
  const refused = seen
    .filter((request) => request.status !== 200)
    .map((r) => `${r.status} ${r.method} ${r.path}`);
  if (refused.length > 0) throw new Error(`${name}: the stub refused ${refused.join(', ')}`);
  const played = seen.filter((request) => request.body?.tools?.length).length;
  if (played !== turns.length) throw new Error(`${name}: ${played} of ${turns.length} turns were played`);
}

/** One line for each session file: its sha256, two spaces, its path from `fixtures` (as `sha256sum` prints). */
async function writeManifest(fixtures: string): Promise<void> {
  const names = await readdir(join(fixtures, 'sessions'), { recursive: true });
  const lines: string[] = [];
  for (const name of names.filter((each) => each.endsWith('.jsonl')).sort()) {
    const bytes = await readFile(join(fixtures, 'sessions', name));
    lines.push(`${createHash('sha256').update(bytes).digest('hex')}  sessions/${name}\n`);
  }
  await writeFile(join(fixtures, 'SHA256SUMS'), lines.join(''));
}
