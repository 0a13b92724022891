import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CLAUDE_CODE_VERSION, type ClientPlace, installClaudeCode, runClaudeCode, transcriptPath } from './claude-code.js';
import { inventory, PROJECT_FILES, type Scenario, signedThinking } from './scenarios.js';
import { startStubModelApi } from './stub-model-api.js';

/**
 * The client writes its working directory into what it records, so the place has the same neutral
 * name on every machine.
 */
const RECORDING = '/tmp/baton-recording';
const PLACE: ClientPlace = { home: join(RECORDING, 'home'), project: join(RECORDING, 'project') };

/**
 * Records every scenario with the real client and replaces the session files below `fixtures`
 * (an absolute path) and their manifest `SHA256SUMS`. Needs npm, git and a POSIX shell; the first
 * run downloads the client. Throws when a run failed or the client asked for anything unscripted.
 */
export async function recordClaudeCode(fixtures: string): Promise<void> {
  await installClaudeCode();
  const folder = join('sessions', `claude-code-${CLAUDE_CODE_VERSION}`);
  await rm(join(fixtures, folder), { recursive: true, force: true });
  await mkdir(join(fixtures, folder), { recursive: true });
  for (const scenario of [inventory(PLACE.project), signedThinking(PLACE.project)]) {
    await preparePlace();
    await recordOne(scenario);
    await copyFile(transcriptPath(PLACE, scenario.sessionId), join(fixtures, folder, `${scenario.name}.jsonl`));
  }
  await rm(RECORDING, { recursive: true });
  await writeManifest(fixtures);
}

async function preparePlace(): Promise<void> {
  await rm(RECORDING, { recursive: true, force: true });
  await mkdir(PLACE.home, { recursive: true });
  await mkdir(PLACE.project);
  for (const [name, content] of Object.entries(PROJECT_FILES)) await writeFile(join(PLACE.project, name), content);
  await promisify(execFile)('git', ['init', '--quiet', '--initial-branch=main', PLACE.project]);
}

async function recordOne({ name, sessionId, prompts, turns }: Scenario): Promise<void> {
  const stub = await startStubModelApi(name, turns);
  try {
    for (const [at, prompt] of prompts.entries()) {
      const session = at === 0 ? { start: sessionId } : { resume: sessionId };
      const answer = await runClaudeCode(PLACE, stub.url, session, prompt);
      if (answer.is_error || answer.session_id !== sessionId) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    }
    const refused = stub.seen.filter((request) => request.status !== 200);
    if (refused.length > 0)
      throw new Error(`${name}: refused ${refused.map((r) => `${r.status} ${r.method} ${r.path}`).join(', ')}`);
    const played = stub.seen.filter((request) => request.body?.tools?.length).length;
    if (played !== turns.length) throw new Error(`${name}: ${played} of ${turns.length} turns were played`);
  } finally {
    await stub.close();
  }
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
