import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { McpServerEntry } from './claude-code.js';
import { type ClientPackage, type ClientPlace, clientEnvironment, packageFile } from './client-package.js';

const run = promisify(execFile);

/** The client, about 420 MB, and the version whose recordings are kept. */
export const CODEX: ClientPackage = {
  label: 'codex',
  name: '@openai/codex',
  version: '0.171.0',
  launcher: 'bin/codex.js',
};

/** What a headless run printed: the session's id, the last text, and whether the turn was completed. */
export type CodexResult = { threadId: string | undefined; lastText: string | undefined; completed: boolean };

type PrintedEvent = { type: string; thread_id?: string; item?: { type: string; text?: string } };

/**
 * Runs the client headless for one prompt, with an environment of its own. Its configuration is
 * written anew into the place's HOME: the stub as model provider, everything that fetches or adds
 * text of others (plugins, apps, bundled skills) off, no approval and no sandbox, for the script
 * alone decides which commands run.
 *
 * @param apiUrl the stub's `url`.
 * @param more `resume`: the id of a session found under the place's HOME, a new session without it; `mcp`: a server
 *   named `baton`.
 * @throws Error with the client's output when it exits with a failure.
 */
export async function runCodex(
  place: ClientPlace,
  apiUrl: string,
  prompt: string,
  { resume, mcp }: { resume?: string; mcp?: McpServerEntry } = {},
): Promise<CodexResult> {
  const home = join(place.home, '.codex');
  await mkdir(home, { recursive: true });
  await writeFile(
    join(home, 'config.toml'),
    configuration(home, apiUrl) + (mcp === undefined ? '' : serverEntry(mcp)),
  );
  await writeFile(join(home, 'instructions.md'), 'You keep the stock list of a chandlery.\n');

  const args = [
    'exec',
    '--json',
    '--skip-git-repo-check',
    ...(resume === undefined ? [] : ['resume', resume]),
    '-',
  ];
  const running = run(process.execPath, [packageFile(CODEX), ...args], {
    cwd: place.project,
    env: { ...clientEnvironment(place, apiUrl), CODEX_HOME: home, STUB_KEY: 'not-a-key' },
    timeout: 120_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  running.child.stdin?.end(prompt);
  const { stdout } = await running;
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as PrintedEvent);
  return {
    threadId: events.find((event) => event.type === 'thread.started')?.thread_id,
    lastText: events.findLast((event) => event.item?.type === 'agent_message')?.item?.text,
    completed: events.at(-1)?.type === 'turn.completed',
  };
}

const serverEntry = ({ command, args, env }: McpServerEntry): string => `
[mcp_servers.baton]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
required = true
env = { ${Object.entries(env)
  .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
  .join(', ')} }
`;

const configuration = (home: string, apiUrl: string): string => `
model = "gpt-5"
model_provider = "stub"
model_instructions_file = ${JSON.stringify(join(home, 'instructions.md'))}
include_permissions_instructions = false
model_supports_reasoning_summaries = true
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
[features]
plugins = false
apps = false
[skills.bundled]
enabled = false
[analytics]
enabled = false
[model_providers.stub]
name = "stub"
base_url = "${apiUrl}/v1"
wire_api = "responses"
env_key = "STUB_KEY"
request_max_retries = 0
stream_max_retries = 0
`;

/** Where the client keeps its sessions, in folders by date. */
export const rolloutsDir = (place: ClientPlace): string => join(place.home, '.codex', 'sessions');

/**
 * Where a session moved here has to stand to be found by its id: any folder of a date does, the name
 * must have this form, and the client's databases need not know the session.
 */
export const rolloutPath = (place: ClientPlace, threadId: string): string =>
  join(rolloutsDir(place), '2026', '01', '01', `rollout-2026-01-01T00-00-00-${threadId}.jsonl`);
