import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ClientPackage, type ClientPlace, clientEnvironment, packageFile } from './client-package.js';

const run = promisify(execFile);

/** The client, about 240 MB, and the version whose recordings are kept. */
export const CLAUDE_CODE: ClientPackage = {
  label: 'claude-code',
  name: '@anthropic-ai/claude-code',
  version: '2.1.197',
  launcher: 'cli-wrapper.cjs',
};

/** What a headless run printed with `--output-format json`; only the members used are named. */
export type ClientResult = { is_error: boolean; result: string; session_id: string; num_turns: number };

/** Our bridge, as a client's configuration names it. */
export interface McpServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The tools a client has, and may use without asking. */
const TOOLS = 'Bash,Read,Write';

/**
 * Runs the client headless for one prompt, with an environment of its own.
 *
 * Prompts come by stdin. A run that reports an error is returned, not thrown, for `is_error` is part
 * of the answer; a run without a JSON answer throws with what it printed.
 *
 * @param apiUrl the stub's `url`.
 * @param mcp a server named `baton`, whose tools it may use as well; the client waits for it.
 * @param session `start` with a UUID of choice, or `resume` an id found under the place's HOME.
 */
export async function runClaudeCode(
  place: ClientPlace,
  apiUrl: string,
  session: { start: string } | { resume: string },
  prompt: string,
  mcp?: McpServerEntry,
): Promise<ClientResult> {
  const tools = mcp === undefined ? TOOLS : `${TOOLS},mcp__baton`;
  const args = [
    '-p',
    '--output-format',
    'json',
    '--model',
    'claude-sonnet-4-5',
    '--tools',
    TOOLS,
    '--allowedTools',
    tools,
  ];
  if (mcp !== undefined) args.push('--mcp-config', JSON.stringify({ mcpServers: { baton: mcp } }));
  args.push('--strict-mcp-config', '--disable-slash-commands');
  args.push(...('start' in session ? ['--session-id', session.start] : ['--resume', session.resume]));
  const running = run(process.execPath, [packageFile(CLAUDE_CODE), ...args], {
    cwd: place.project,
    env: { ...clientEnvironment(place, apiUrl), ...claudeEnvironment(place.home, apiUrl) },
    timeout: 120_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  running.child.stdin?.end(prompt);
  const printed = await running.catch((error: Error & { stdout: string; stderr: string }) => error);
  try {
    return JSON.parse(printed.stdout) as ClientResult;
  } catch (cause) {
    throw new Error(`the client gave no JSON answer:\n${printed.stdout}\n${printed.stderr}`, { cause });
  }
}

/** The API as the client is told of it, and everything off that is not the session itself. */
const claudeEnvironment = (home: string, apiUrl: string): Record<string, string> => ({
  CLAUDE_CONFIG_DIR: join(home, '.claude'),
  ANTHROPIC_BASE_URL: apiUrl,
  ANTHROPIC_API_KEY: 'not-a-key',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_DISABLE_TERMINAL_TITLE: '1',
  // A server that is still starting would look like one without tools.
  MCP_CONNECTION_NONBLOCKING: '0',
});

/**
 * Where the client keeps and looks for a session: one folder for each working directory, named after
 * its real path with every character but ASCII letters and digits made a dash. A client started in
 * another directory does not find the session, whatever `cwd` its lines name.
 *
 * @throws RangeError for a path over 200 characters, where the client appends a hash of its own.
 */
export function transcriptPath(place: ClientPlace, sessionId: string): string {
  const folder = realpathSync(place.project).replace(/[^a-zA-Z0-9]/g, '-');
  if (folder.length > 200) throw new RangeError(`the project path is over 200 characters: ${place.project}`);
  return join(place.home, '.claude', 'projects', folder, `${sessionId}.jsonl`);
}
