import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AgentHome, BRIDGE } from '../support/bridge.js';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { createWorld, type World } from '../support/world.js';

const BATON = fileURLToPath(new URL('../../cli/dist/main.js', import.meta.url));
const KEY = 'baton_agent_0123456789';

let machine: AgentHome;
beforeEach(() => {
  machine = new AgentHome();
});
afterEach(() => machine.remove());

function baton(args: string[], env: Record<string, string> = {}) {
  const run = spawnSync(process.execPath, [BATON, 'mcp', ...args], {
    encoding: 'utf8',
    cwd: machine.cwd,
    env: {
      PATH: process.env.PATH,
      HOME: machine.home,
      BATON_AGENT_KEY: KEY,
      BATON_URL: 'http://127.0.0.1:1',
      ...env,
    },
  });
  return { code: run.status, out: run.stdout, err: run.stderr };
}
const file = (name: string): string => join(machine.home, name);
const text = (name: string): string => readFileSync(file(name), 'utf8');
const json = (name: string) => JSON.parse(text(name));
function put(name: string, content: string): void {
  mkdirSync(join(file(name), '..'), { recursive: true });
  writeFileSync(file(name), content);
}

const CLAUDE =
  '{\n  "numStartups": 7,\n  "mcpServers": {\n    "github": {\n      "command": "gh-mcp"\n    }\n  }\n}\n';
const SETTINGS =
  '{\n  "permissions": {\n    "deny": [\n      "Read(./.env)",\n      "Bash(baton serve:*)"\n    ]\n  },\n  "model": "opus"\n}\n';
const CODEX = '# my own words\nmodel = "o3"\n\n[mcp_servers.github]\ncommand = "gh-mcp" # kept\n';

test('adds the server and the rules, keeps everything else, and the second time changes nothing', () => {
  put('.claude.json', CLAUDE);
  put('.claude/settings.json', SETTINGS);
  put('.codex/config.toml', CODEX);
  expect(baton(['install', '--data-dir', '/srv/baton']).code).toBe(0);

  const { mcpServers, numStartups } = json('.claude.json');
  expect(numStartups).toBe(7);
  expect(mcpServers).toEqual({
    github: { command: 'gh-mcp' },
    baton: {
      type: 'stdio',
      command: process.execPath,
      args: [BRIDGE],
      env: { BATON_URL: 'http://127.0.0.1:1', BATON_AGENT_KEY: KEY, BATON_CLOSED: '["/srv/baton"]' },
      alwaysLoad: true,
    },
  });
  const { permissions, model } = json('.claude/settings.json');
  expect(model).toBe('opus');
  expect(permissions.deny).toEqual(
    expect.arrayContaining([
      'Read(./.env)',
      'Bash(baton token:*)',
      'Bash(baton keys:*)',
      'Read(//srv/baton/**)',
    ]),
  );
  expect(text('.codex/config.toml')).toContain(CODEX.trimEnd());
  expect(text('.codex/config.toml')).toContain('required = true');
  for (const name of ['.claude.json', '.codex/config.toml'])
    expect(statSync(file(name)).mode & 0o777).toBe(0o600);
  expect([text('.claude.json.baton-backup'), text('.codex/config.toml.baton-backup')]).toEqual([
    CLAUDE,
    CODEX,
  ]);

  const before = ['.claude.json', '.claude/settings.json', '.codex/config.toml'].map(text);
  const again = baton(['install', '--data-dir', '/srv/baton', '--json']);
  expect(JSON.parse(again.out)).toEqual({ changed: [], dryRun: false });
  expect(['.claude.json', '.claude/settings.json', '.codex/config.toml'].map(text)).toEqual(before);
});

test('uninstall takes out what install added', () => {
  put('.claude.json', CLAUDE);
  put('.claude/settings.json', SETTINGS);
  put('.codex/config.toml', CODEX);
  baton(['install']);
  expect(baton(['uninstall']).code).toBe(0);
  expect(text('.claude.json')).toBe(CLAUDE);
  expect(json('.claude/settings.json')).toMatchObject({
    permissions: { deny: expect.arrayContaining(['Read(./.env)']) },
  });
  expect(text('.claude/settings.json')).not.toMatch(/Bash\(baton token|Read\(\/\//);
  expect(text('.claude/settings.json')).toContain('Bash(baton serve:*)');
  expect(text('.codex/config.toml')).toBe(CODEX);
});

test('on a machine without these clients it makes what they will read, and takes out nothing that is not there', () => {
  expect(baton(['uninstall', '--json']).out).toBe('{"changed":[],"dryRun":false}\n');
  expect(baton(['install', '--client', 'codex']).code).toBe(0);
  expect(existsSync(file('.claude.json'))).toBe(false);
  expect(text('.codex/config.toml')).toContain('[mcp_servers.baton]');
});

test('a dry run writes nothing, and nothing that is printed shows the key', () => {
  put('.claude.json', CLAUDE);
  const dry = baton(['install', '--dry-run']);
  expect(dry.err).toContain('"baton": {');
  expect(dry.out + dry.err).not.toContain(KEY);
  expect([text('.claude.json'), existsSync(file('.codex/config.toml'))]).toEqual([CLAUDE, false]);
  const real = baton(['install']);
  expect(real.out + real.err).not.toContain(KEY);
});

describe('what cannot be edited is left as it is, and said', () => {
  test.each([
    ['.claude.json', '{ "mcpServers": ', 'no JSON object'],
    ['.claude.json', '{ "mcpServers": [] }', 'mcpServers'],
    ['.claude/settings.json', '{ "permissions": { "deny": "all" } }', 'deny'],
    ['.codex/config.toml', 'model = ', 'not valid TOML'],
    ['.codex/config.toml', '[mcp_servers]\nbaton = { command = "other" }\n', 'inline'],
  ])('%s %s', (name, content, why) => {
    put(name, content);
    const { code, err } = baton(['install']);
    expect([code, err]).toEqual([1, expect.stringContaining(why)]);
    expect(text(name)).toBe(content);
  });

  test('without a key nothing is installed', () => {
    const { code, err } = baton(['install'], { BATON_AGENT_KEY: '' });
    expect([code, err]).toEqual([2, expect.stringContaining('BATON_AGENT_KEY')]);
  });
});

describe('doctor', () => {
  let w: World;
  let server: BuiltServer;
  beforeAll(async () => {
    w = await createWorld();
    server = await startBuiltServer({
      DATABASE_URL: w.db.url,
      BATON_DATA_DIR: join(new AgentHome().home, 'data'),
      BATON_LOG_LEVEL: 'error',
    });
  });
  afterAll(async () => {
    await server?.stop();
    await w.close();
  });
  const install = (key: string, url = server.url) =>
    baton(['install', '--client', 'claude-code'], { BATON_AGENT_KEY: key, BATON_URL: url });
  const doctor = () => baton(['doctor', '--client', 'claude-code']);

  test('finds nothing where all is well', async () => {
    install((await w.agent()).key as string);
    const { code, out } = doctor();
    expect(out).not.toContain('wrong');
    expect(out).toContain('snapshot_state, provision_runtime');
    expect(code).toBe(0);
  });

  test.each([
    ['nothing installed', async () => undefined, 'run `baton mcp install'],
    [
      'a wrong address',
      async () => install((await w.agent()).key as string, 'http://127.0.0.1:1'),
      'does not answer',
    ],
    ['a key of nobody', async () => install(KEY), 'not valid (any more)'],
    [
      'a key of another kind',
      async () => install((await w.orchestrator()).key as string),
      'of kind orchestrator',
    ],
  ])('says in words: %s', async (_, prepare, words) => {
    await prepare();
    const { code, out } = doctor();
    expect([code, out]).toEqual([1, expect.stringContaining(words)]);
  });
});
