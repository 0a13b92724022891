import { once } from 'node:events';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { ClientConfig, Edit } from '@baton/mcp-bridge';
import { type Command, Option } from 'commander';
import { type Cli, examples } from '../cli.js';
import { EXIT, Failure, usage } from '../failure.js';

/** Loaded by the commands that need it: no other waits for it. */
const bridge = () => import('@baton/mcp-bridge');

const CLIENTS = ['claude-code', 'codex', 'all'] as const;
const clientOption = () =>
  new Option('--client <client>', 'whose configuration').choices(CLIENTS).default('all');

export function addMcp(program: Command, cli: Cli): void {
  const mcp = program
    .command('mcp')
    .description(
      "The agents' tools over MCP: on stdin and stdout, or with --http for bridges shared by agents.",
    )
    .option('--http <port>', 'serve Streamable HTTP at /mcp on this port of loopback instead')
    .option('--host-name <names...>', 'with --http: names beside those of loopback that it is reached by')
    .option(
      '--orchestrator',
      "serve an orchestrator: its key in BATON_AGENT_KEY, and report_usage beside the agents' tools",
    )
    .action(async (options: ServeOptions) => serve(cli, options));
  mcp.addHelpText(
    'after',
    `
BATON_AGENT_KEY is a key of kind agent. With BATON_KEY or BATON_ADMIN_KEY in the environment it does not start: an agent
beside it could read them, and decide. Over HTTP each caller sends an agent's key as bearer.`,
  );
  examples(
    mcp,
    'BATON_AGENT_KEY=… baton mcp install --client claude-code',
    'baton mcp doctor',
    'baton mcp --http 4100',
  );
  mcp
    .command('install')
    .description(
      'Add the tools to a client’s own configuration, and rules that keep an agent from what decides.',
    )
    .addOption(clientOption())
    .option('--dry-run', 'only show what would change')
    .option(
      '--data-dir <dirs...>',
      "Baton's data directories on this machine, which the agent must not read",
      [cli.env.inherited.BATON_DATA_DIR || '.data'],
    )
    .action(async (options: InstallOptions) => install(cli, options));
  mcp
    .command('uninstall')
    .description('Take out what install added; everything else stays as it is.')
    .addOption(clientOption())
    .option('--dry-run', 'only show what would change')
    .action(async ({ client, dryRun }: InstallOptions) => {
      const edits = await Promise.all((await configsOf(client)).map((config) => config.uninstall()));
      await carryOut(cli, edits.flat(), dryRun);
    });
  mcp
    .command('doctor')
    .description('Look at everything between a client and the API, and say in words what is wrong.')
    .addOption(clientOption())
    .action(async ({ client }: { client: (typeof CLIENTS)[number] }) => examine(cli, client));
}

interface ServeOptions {
  readonly http?: string;
  readonly hostName?: string[];
  readonly orchestrator?: boolean;
}

async function serve(cli: Cli, { http, hostName = [], orchestrator }: ServeOptions): Promise<void> {
  const { createHttpBridge, readBridgeEnv, serveStdio } = await bridge();
  const env = readBridgeEnv();
  if (http === undefined) {
    const code = await serveStdio({
      env,
      args: orchestrator ? ['--orchestrator'] : [],
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
    });
    // Sockets that a call left open must not keep a process whose client has gone.
    process.exit(code);
  }
  const port = Number(http);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw usage('--http takes a port, 0 to 65535');
  const server = createHttpBridge({ url: env.url, hosts: hostName });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const at = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}/mcp`;
  cli.output.result({ url: at }, `The agents' tools are served on ${at}`);
  if (!cli.signal.aborted) await once(cli.signal, 'abort');
  server.close();
  server.closeAllConnections();
}

interface InstallOptions {
  readonly client: (typeof CLIENTS)[number];
  readonly dryRun?: boolean;
  readonly dataDir: string[];
}

async function install(cli: Cli, { client, dryRun, dataDir }: InstallOptions): Promise<void> {
  const { BRIDGE_PROGRAM, readBridgeEnv } = await bridge();
  const { url, agentKey } = readBridgeEnv();
  if (agentKey === undefined) {
    throw usage('BATON_AGENT_KEY is not set: put a key of `baton keys issue --kind agent` into it');
  }
  const entry = {
    command: process.execPath,
    args: [BRIDGE_PROGRAM],
    env: { BATON_URL: url, BATON_AGENT_KEY: agentKey },
    closed: dataDir.map((dir) => resolve(dir)),
  };
  const edits = await Promise.all((await configsOf(client)).map((config) => config.install(entry)));
  await carryOut(cli, edits.flat(), dryRun);
}

async function configsOf(client: InstallOptions['client']): Promise<ClientConfig[]> {
  const { claudeCodeConfig, codexConfig, readBridgeEnv } = await bridge();
  const { claudeConfigDir, codexHome } = readBridgeEnv();
  const configs = [claudeCodeConfig(homedir(), claudeConfigDir), codexConfig(codexHome)];
  return configs.filter(({ label }) => client === 'all' || client === label);
}

async function carryOut(cli: Cli, edits: readonly Edit[], dryRun = false): Promise<void> {
  const { apply } = await bridge();
  for (const edit of edits) {
    if (!dryRun) await apply(edit);
    cli.output.progress([`${dryRun ? 'would change' : 'changed'} ${edit.file}`, ...linesOf(edit)].join('\n'));
  }
  const files = edits.map(({ file }) => file);
  const said =
    files.length === 0
      ? 'Everything stands as it should; nothing was changed.'
      : 'Restart the client to see it.';
  cli.output.result({ changed: files, dryRun }, dryRun && files.length > 0 ? 'Nothing was written.' : said);
}

/** What an edit adds and takes away, line by line; a key is not shown. */
function linesOf({ before, after }: Edit): string[] {
  const old = (before ?? '').split('\n');
  const now = after.split('\n');
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `  - ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `  + ${line}`),
  ].map((line) => line.replace(/baton_([a-z]+)_[\w-]+/g, 'baton_$1_…'));
}

async function examine(cli: Cli, client: InstallOptions['client']): Promise<void> {
  const { examine: look } = await bridge();
  const findings = [];
  for await (const finding of look(await configsOf(client), cli.env.inherited)) {
    findings.push(finding);
    cli.output.tell(`${finding.ok ? 'ok    ' : 'wrong '} ${finding.what}: ${finding.says}`);
  }
  const wrong = findings.filter(({ ok }) => !ok);
  if (cli.output.json) cli.output.result(findings, '');
  if (wrong.length > 0) {
    const message = `${wrong.length} of ${findings.length} things are not as they should be`;
    throw new Failure({ code: 'NOT_READY', message, retryable: false }, EXIT.refused);
  }
}
