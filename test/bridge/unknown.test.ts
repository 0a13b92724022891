import { randomUUID } from 'node:crypto';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from '../../mcp-bridge/src/api.js';
import { createBridge } from '../../mcp-bridge/src/server.js';
import { shows } from '../requirements.js';
import { codeOf, facts } from '../support/bridge.js';
import type { Door } from '../support/door.js';
import { type Sides, sides } from '../support/thread.js';
import { createWorld, type World } from '../support/world.js';

let w: World;
let door: Door;
let people: Sides;
let proxy: Server;
let dropping = false;
let client: Client;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door();
  people = await sides(w);
  // Carries every request, and breaks the connection in place of an answer while it is told to.
  proxy = createServer((asked, answer) => {
    const { hostname, port } = new URL(door.url);
    const { url: path, method, headers } = asked;
    const forward = httpRequest({ hostname, port, path, method, headers }, (came) => {
      if (dropping) {
        came.resume().once('end', () => asked.socket.destroy());
        return;
      }
      answer.writeHead(came.statusCode ?? 500, came.headers);
      came.pipe(answer);
    });
    asked.pipe(forward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const api = createApi({ url, key: people.senderAgent.key as string, kind: 'agent', patienceMs: 500 });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await createBridge('agent', { api, sessions: null, taken: new Map() }).connect(there);
  client = new Client({ name: 'test', version: '1' });
  await client.connect(here);
});
afterAll(async () => {
  await client?.close();
  proxy?.close();
  await door?.close();
  await w.close();
});

const call = async (name: string, args: Record<string, unknown>): Promise<CallToolResult> =>
  (await client.callTool({ name, arguments: args })) as CallToolResult;
const count = async (table: string): Promise<number> =>
  (await w.judge.one<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`, [])).n;

test(`${shows('I7')}what nobody answered is the same call when it is asked again, and another one when it is not`, async () => {
  const summary = `Once ${randomUUID()}.`;
  const input = { recipient: people.handle, intent: 'inform', summary };
  dropping = true;
  expect(codeOf(await call('handoff_to_teammate', input))).toBe('UNAVAILABLE');
  dropping = false;
  const { id, replayed } = facts(await call('handoff_to_teammate', input));
  expect([replayed, await count('handoff')]).toEqual([true, 1]);

  const message = { id, message: 'Once more.' };
  dropping = true;
  expect(codeOf(await call('send_message', message))).toBe('UNAVAILABLE');
  expect(codeOf(await call('send_message', message))).toBe('UNAVAILABLE');
  dropping = false;
  facts(await call('send_message', message));
  expect(await count('handoff_message')).toBe(2);
  facts(await call('send_message', message));
  expect(await count('handoff_message'), 'said again on purpose').toBe(3);
});
