import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpBridge } from '../../mcp-bridge/src/index.js';
import { AgentHome, codeOf, startBridge } from '../support/bridge.js';
import type { Door } from '../support/door.js';
import { type Actor, createWorld, type Scene, type World } from '../support/world.js';

let w: World;
let door: Door;
let agent: Actor;
let scene: Scene;
let server: ReturnType<typeof createHttpBridge>;
let url: string;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door();
  agent = await w.agent();
  scene = await w.to('active', { agent });
  server = createHttpBridge({ url: door.url, hosts: ['bridge.internal'] });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await door?.close();
  await w.close();
});

async function connected(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

/** With any `Host`, which fetch would not send. */
function ask(
  path: string,
  headers: Record<string, string>,
  method = 'POST',
  body = LIST,
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${url}${path}`,
      {
        method,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    asked.on('error', reject);
    asked.end(method === 'POST' ? body : undefined);
  });
}
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const bearer = () => ({ authorization: `Bearer ${agent.key}` });

test('the same tools as on stdin, each call under the credential it came with', async () => {
  const client = await connected(agent.key as string);
  const machine = new AgentHome();
  const stdio = await startBridge(machine, { url: door.url, key: agent.key as string });
  expect(await client.listTools()).toEqual(await stdio.client.listTools());
  const answer = await client.callTool({ name: 'get_status', arguments: { id: scene.id } });
  expect(answer.structuredContent).toMatchObject({ id: scene.id, status: 'active' });
  await stdio.close();
  machine.remove();

  const stranger = await connected((await w.agent()).key as string);
  expect(
    codeOf((await stranger.callTool({ name: 'get_status', arguments: { id: scene.id } })) as never),
  ).toBe('NOT_FOUND');
  const unknown = await connected('baton_agent_unknown');
  expect(codeOf((await unknown.callTool({ name: 'get_status', arguments: { id: scene.id } })) as never)).toBe(
    'UNAUTHENTICATED',
  );
  for (const one of [client, stranger, unknown]) await one.close();
});

test('a session on another machine cannot be taken', async () => {
  const client = await connected(agent.key as string);
  const answer = await client.callTool({ name: 'snapshot_state', arguments: { path: '/etc/passwd' } });
  expect(codeOf(answer as never)).toBe('NOT_READY');
  await client.close();
});

describe('who is turned away', () => {
  test.each([
    ['without a key', {}],
    ['with an orchestrator’s', { authorization: 'Bearer baton_orchestrator_x' }],
    ['with a runtime’s', { authorization: 'Bearer baton_runtime_x' }],
    ['with another scheme', { authorization: 'Basic eDp5' }],
  ])('%s: 401, and where to read on', async (_, headers) => {
    const answer = await ask('/mcp', headers as Record<string, string>);
    expect(answer.status).toBe(401);
    const link = /resource_metadata="([^"]+)"/.exec(String(answer.headers['www-authenticate']))?.[1];
    expect(await (await fetch(link ?? '')).json()).toMatchObject({
      resource: `${url}/mcp`,
      bearer_methods_supported: ['header'],
    });
  });

  test.each([
    ['another Host', { host: 'evil.example' }, 403],
    ['another Origin', { origin: 'http://evil.example' }, 403],
    ['the Origin null', { origin: 'null' }, 403],
    ['a Host of loopback with a port', { host: 'localhost:9' }, 200],
    ['an Origin of loopback', { origin: 'http://localhost:3000' }, 200],
    ['a name it was told of', { host: 'bridge.internal' }, 200],
  ])('%s: %j → %i', async (_, headers, status) => {
    expect((await ask('/mcp', { ...bearer(), ...(headers as Record<string, string>) })).status).toBe(status);
  });

  test.each([
    ['GET', '/mcp', '', 405],
    ['DELETE', '/mcp', '', 405],
    ['POST', '/', LIST, 404],
    ['POST', '/mcp', '{', 400],
    ['POST', '/mcp', 'x'.repeat(2_000_000), 413],
  ])('%s %s', async (method, path, body, status) => {
    expect((await ask(path, bearer(), method, body)).status).toBe(status);
  });
});
