import { execFile } from 'node:child_process';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpBridge } from '../../mcp-bridge/src/index.js';

const run = promisify(execFile);

/** The protocol's own suite, which wants Node 22; npx fetches both. */
const SUITE = ['-y', '-p', 'node@22', '-p', '@modelcontextprotocol/conformance@0.1.16', 'conformance'];

const wanted = process.env.BATON_TEST_CLIENTS === 'required';
if (!wanted) console.log('MCP conformance skipped: it is fetched by `npm run test:clients`');

describe.skipIf(!wanted)('the suite of the Model Context Protocol', () => {
  let bridge: Server;
  let keyed: Server;
  const listen = async (server: Server): Promise<number> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  let url: string;
  beforeAll(async () => {
    bridge = createHttpBridge({ url: 'http://127.0.0.1:1' });
    const port = await listen(bridge);
    // The suite sends no key: this adds one, and hands on everything else as it came, Host and Origin among it.
    keyed = createServer((asked, answer) => {
      const headers = { ...asked.headers, authorization: 'Bearer baton_agent_none' };
      const forward = request({ port, path: asked.url, method: asked.method, headers }, (came) => {
        answer.writeHead(came.statusCode ?? 500, came.headers);
        came.pipe(answer);
      });
      asked.pipe(forward);
    });
    url = `http://127.0.0.1:${await listen(keyed)}/mcp`;
  });
  afterAll(() => {
    for (const server of [bridge, keyed]) {
      server.closeAllConnections();
      server.close();
    }
  });

  test.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
    '%s',
    { timeout: 120_000 },
    async (scenario) => {
      const { stdout } = await run('npx', [...SUITE, 'server', '--url', url, '--scenario', scenario]);
      expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/);
    },
  );
});
