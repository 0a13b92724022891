import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HANDOFF_MOVES, TRANSFER_MOVES } from '../../api/src/lifecycle/rules.js';
import { shows } from '../requirements.js';
import { AgentHome, BRIDGE, type BridgeClient, startBridge } from '../support/bridge.js';

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema: Record<string, unknown>;
  readonly annotations: Record<string, boolean>;
}

const published = (kind: string): { tools: Listed[] } =>
  JSON.parse(readFileSync(new URL(`../../mcp-bridge/tools/${kind}.json`, import.meta.url), 'utf8'));

let machine: AgentHome;
beforeAll(() => {
  machine = new AgentHome();
});
afterAll(() => machine.remove());

const KINDS = { agent: [], orchestrator: ['--orchestrator'] } as const;
const started = (kind: keyof typeof KINDS): Promise<BridgeClient> =>
  startBridge(machine, { url: 'http://127.0.0.1:1', key: `baton_${kind}_none`, args: KINDS[kind] });

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('the tools of an %s', (kind) => {
  let bridge: BridgeClient;
  beforeAll(async () => {
    bridge = await started(kind);
  });
  afterAll(() => bridge.close());

  test('are listed as they are published, within 16,000 bytes', async () => {
    const listed = await bridge.client.listTools();
    expect(listed).toEqual(published(kind));
    expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThan(16_000);
  });

  test('say of each effect whether they have it, and in two to four sentences when to use them', () => {
    for (const { name, description, annotations, inputSchema, outputSchema } of published(kind).tools) {
      expect(Object.keys(annotations).sort(), name).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
      const sentences = description.split(/[.;:] /).length;
      expect(sentences, name).toBeGreaterThanOrEqual(2);
      for (const schema of [inputSchema, outputSchema]) {
        expect(schema.type, name).toBe('object');
        for (const word of ['anyOf', 'oneOf', 'allOf']) expect(schema, name).not.toHaveProperty(word);
      }
    }
  });
});

interface Rule {
  readonly action: string;
  readonly irreversible?: boolean;
}

test('are those that real clients last passed with', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url));
  const { toolsSha256 } = JSON.parse(read('../clients/last-run.json').toString());
  const now = createHash('sha256').update(read('../../mcp-bridge/tools/agent.json')).digest('hex');
  expect(now, 'run `npm run test:clients` and commit what it writes').toBe(toolsSha256);
});

/** The move behind each tool that makes one. */
const MOVE_OF: Readonly<Record<string, Rule>> = {
  snapshot_state: TRANSFER_MOVES.stage,
  provision_runtime: TRANSFER_MOVES.provision,
  push_state: TRANSFER_MOVES.push,
  activate: TRANSFER_MOVES.activate,
  report_usage: TRANSFER_MOVES.reportUsage,
  handoff_to_teammate: HANDOFF_MOVES.send,
  accept_handoff: HANDOFF_MOVES.accept,
  send_message: HANDOFF_MOVES.sendMessage,
  complete_handoff: HANDOFF_MOVES.complete,
  cancel_handoff: HANDOFF_MOVES.cancel,
};

test('what the table of rules calls irreversible is destructive to a client, and nothing else', () => {
  for (const kind of Object.keys(KINDS)) {
    for (const { name, annotations } of published(kind).tools) {
      const rule = MOVE_OF[name];
      expect(annotations.destructiveHint, name).toBe(rule?.irreversible ?? false);
      expect(annotations.readOnlyHint, name).toBe(rule === undefined);
    }
  }
});

test(`${shows('K5')}no tool mints, ends, tops up, meters, accepts secrets or approves`, () => {
  const names = published('agent').tools.map(({ name }) => name);
  expect(names).toEqual([
    'snapshot_state',
    'provision_runtime',
    'push_state',
    'activate',
    'get_status',
    'handoff_to_teammate',
    'check_inbox',
    'accept_handoff',
    'view_thread',
    'send_message',
    'complete_handoff',
    'cancel_handoff',
    'list_teammates',
  ]);
});

test.each([
  ['agent', [], { BATON_KEY: 'x' }, 'BATON_KEY is in this environment'],
  ['agent', [], { BATON_ADMIN_KEY: 'x' }, 'BATON_ADMIN_KEY is in this environment'],
  ['orchestrator', [], {}, 'a key of kind orchestrator'],
  ['runtime', [], {}, 'a key of kind runtime'],
  ['agent', ['--orchestrator'], {}, '--orchestrator wants'],
] as const)('%s %j %j does not start', async (kind, args, env, why) => {
  const child = spawn(process.execPath, [BRIDGE, ...args], {
    env: { BATON_AGENT_KEY: `baton_${kind}_none`, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(said).toContain(why);
});
