import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, root } from './project.mjs';
import { compile } from './setup.mjs';

const HELLO = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'baton', version: '0' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
];

/** The tools as the bridge lists them to a client, from the program itself. */
function listTools(kind, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'mcp-bridge/dist/main.js'), ...args], {
      env: { BATON_AGENT_KEY: `baton_${kind}_none` },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
      if (said.includes('"id":2')) child.stdin.end();
    });
    child.once('close', () => {
      const answer = said.split('\n').find((line) => line.includes('"id":2'));
      if (answer === undefined) reject(new Failure('the bridge did not list its tools'));
      else resolve(JSON.parse(answer).result);
    });
    for (const message of HELLO) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  });
}

/** Writes `mcp-bridge/tools/<kind>.json`: what clients are told, so that every change to it is seen and reviewed. */
export async function writeTools() {
  await compile('the bridge does not compile', 'mcp-bridge');
  mkdirSync(join(root, 'mcp-bridge/tools'), { recursive: true });
  for (const [kind, args] of [
    ['agent', []],
    ['orchestrator', ['--orchestrator']],
  ]) {
    const listed = await listTools(kind, args);
    writeFileSync(join(root, `mcp-bridge/tools/${kind}.json`), `${JSON.stringify(listed, null, 2)}\n`);
  }
}
