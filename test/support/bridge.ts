import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

export const BRIDGE = fileURLToPath(new URL('../../mcp-bridge/dist/baton-mcp.mjs', import.meta.url));

/** A machine of an agent: a home, a working directory, and the sessions of its clients. */
export class AgentHome {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'baton-home-')));
  readonly cwd = join(this.home, 'project');

  constructor() {
    mkdirSync(this.cwd);
  }

  /** A transcript of Claude Code that ends in an open call of ours; gives the session's and the call's ids. */
  claudeCode({ cwd = this.cwd, callId = `toolu_${randomUUID()}`, said = 'hello' } = {}) {
    const id = randomUUID();
    const folder = join(this.home, '.claude', 'projects', cwd.replace(/[^A-Za-z0-9]/g, '-'));
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${id}.jsonl`);
    const entry = (type: string, message: unknown) =>
      `${JSON.stringify({ type, uuid: randomUUID(), sessionId: id, version: '2.1.197', cwd, message })}\n`;
    const call = { type: 'tool_use', id: callId, name: 'mcp__baton__snapshot_state', input: {} };
    const text =
      entry('user', { role: 'user', content: said }) +
      entry('assistant', { role: 'assistant', content: [call] });
    writeFileSync(file, text);
    return { id, callId, file, text, folder };
  }

  /** A rollout of Codex. */
  codex({ cwd = this.cwd } = {}) {
    const id = randomUUID();
    const folder = join(this.home, '.codex', 'sessions', '2026', '12', '01');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `rollout-2026-12-01T10-00-00-${id}.jsonl`);
    const meta = {
      timestamp: '2026-12-01T10:00:00Z',
      type: 'session_meta',
      payload: { id, cwd, cli_version: '0.171.0' },
    };
    const text = `${JSON.stringify(meta)}\n`;
    writeFileSync(file, text);
    return { id, file, text };
  }

  remove(): void {
    rmSync(this.home, { recursive: true });
  }
}

export interface BridgeClient {
  readonly client: Client;
  call(name: string, args: Record<string, unknown>, meta?: Record<string, unknown>): Promise<CallToolResult>;
  close(): Promise<void>;
}

/** The built bridge on stdin and stdout, as a client starts it. */
export async function startBridge(
  { home, cwd }: AgentHome,
  { url, key, args = [] }: { url: string; key: string; args?: readonly string[] },
): Promise<BridgeClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BRIDGE, ...args],
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: home, BATON_URL: url, BATON_AGENT_KEY: key },
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return {
    client,
    call: async (name, args, meta) =>
      (await client.callTool({ name, arguments: args, ...(meta && { _meta: meta }) })) as CallToolResult,
    close: () => client.close(),
  };
}

/** First line of what a tool said. */
export function firstLine({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === 'text' ? (first.text.split('\n')[0] ?? '') : '';
}

/** The facts of an answer that must be no refusal. */
export function facts(result: CallToolResult): Record<string, unknown> & { id: string; status: string } {
  if (result.isError) throw new Error(firstLine(result));
  return result.structuredContent as Record<string, unknown> & { id: string; status: string };
}

/** The code that a refusal begins with. */
export const codeOf = (result: CallToolResult): string | null =>
  result.isError ? (/^([A-Z_]+): /.exec(firstLine(result))?.[1] ?? firstLine(result)) : null;
