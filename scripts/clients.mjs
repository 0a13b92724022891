import './node-version.mjs';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { entry, must, root } from './project.mjs';
import { setUp } from './setup.mjs';

const RECORD = 'test/clients/last-run.json';
const load = async (path) =>
  (await runnerImport(join(root, path), { configFile: false, logLevel: 'error' })).module;

/**
 * Runs the tests with the real clients, installed into the user's cache when they are not there (some 700 MB), and
 * writes down that they passed: when, with which versions, and the hash of the tools that the clients were told of.
 */
await entry(async () => {
  await setUp();
  const { installClient } = await load('test/clients/client-package.ts');
  const { CLAUDE_CODE } = await load('test/clients/claude-code.ts');
  const { CODEX } = await load('test/clients/codex.ts');
  for (const client of [CLAUDE_CODE, CODEX]) await installClient(client);
  const vitest = 'node_modules/vitest/vitest.mjs';
  await must(
    'the clients did not pass',
    process.execPath,
    [vitest, 'run', 'test/clients/', 'test/conformance/mcp.test.ts'],
    {
      stdout: 'inherit',
      env: { BATON_TEST_CLIENTS: 'required' },
    },
  );
  const tools = readFileSync(join(root, 'mcp-bridge/tools/agent.json'));
  const record = {
    date: new Date().toISOString().slice(0, 10),
    clients: Object.fromEntries([CLAUDE_CODE, CODEX].map(({ name, version }) => [name, version])),
    toolsSha256: createHash('sha256').update(tools).digest('hex'),
  };
  writeFileSync(join(root, RECORD), `${JSON.stringify(record, null, 2)}\n`);
});
