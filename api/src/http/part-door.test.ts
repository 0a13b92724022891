import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { type Door, insertKey, openDoor } from '../../../test/support/door.js';

const PATH = 'notes/ein Brief #1.html';
const BYTES = Buffer.from('<script>alert(1)</script>\r\n\u0000ü');

let db: TestDatabase;
let door: Door;
let id: string;
let orchestrator: string;
beforeAll(async () => {
  db = await createTestDatabase();
  door = await openDoor(db, undefined);
  ({ key: orchestrator } = await insertKey(db, 'orchestrator'));
  const answer = await door.post(
    {
      query: `mutation ($input: TransferStageInput!) {
        transferStage(input: $input) { ... on TransferStageSuccess { transfer { id } } ... on Refusal { code message } }
      }`,
      variables: {
        input: {
          source: { host: 'laptop', client: 'plain', cwd: '/home/someone' },
          files: [{ path: PATH, mediaType: 'text/html', base64: BYTES.toString('base64') }],
        },
      },
    },
    { key: orchestrator },
  );
  ({ id } = (
    (await answer.json()) as { data: { transferStage: { transfer: { id: string } } } }
  ).data.transferStage.transfer);
});
afterAll(async () => {
  await door.close();
  await db.drop();
});

const address = (transfer: string, path: string) =>
  `/snapshots/${transfer}/parts/${encodeURI(path).replace('#', '%23')}`;

test('gives the bytes as stored, and nothing a browser would run', async () => {
  const response = await door.get(address(id, PATH), orchestrator);
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'content-length': String(BYTES.length),
    etag: `"${createHash('sha256').update(BYTES).digest('hex')}"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});

test('each read is a line of the audit log, with its request id', async () => {
  const headers = { authorization: `Bearer ${door.adminKey}`, 'x-request-id': 'read-1' };
  await fetch(`${door.url}${address(id, PATH)}`, { headers });
  const { rows } = await db.pool.query(
    "SELECT action, subject, outcome FROM audit WHERE request_id = 'read-1'",
  );
  expect(rows).toEqual([{ action: 'partRead', subject: id, outcome: 'done' }]);
});

test('without the scope it is forbidden, whether or not there is such a part', async () => {
  const { key } = await insertKey(db, 'agent');
  for (const path of [address(id, PATH), address('trf_none', 'none')]) {
    const response = await door.get(path, key);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  }
  const { rows } = await db.pool.query(
    "SELECT subject FROM audit WHERE action = 'partRead' AND outcome = 'refused'",
  );
  expect(rows).toEqual([{ subject: id }, { subject: null }]);
});

test.each([
  ['another transfer', () => address('trf_01h455vb4pex5vsknk084sn02q', PATH)],
  ['another path', () => address(id, 'notes')],
  ['U+0000', () => `/snapshots/${id}/parts/a%00b`],
  ['a broken escape', () => `/snapshots/${id}/parts/%ff`],
  ['no path', () => `/snapshots/${id}/parts/`],
])('%s is not found', async (_, path) => {
  const response = await door.get(path(), orchestrator);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    errors: [{ extensions: { code: 'NOT_FOUND', retryable: false } }],
  });
});

test('a stranger is unauthenticated, and only GET is served', async () => {
  expect((await fetch(`${door.url}${address(id, PATH)}`)).status).toBe(401);
  const headers = { authorization: `Bearer ${orchestrator}` };
  expect((await fetch(`${door.url}${address(id, PATH)}`, { method: 'PUT', headers })).status).toBe(405);
});

test('damage found after the headers breaks the answer off, and is logged as the fault it is', async () => {
  const client = await db.pool.connect();
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  await client.query("UPDATE chunk SET data = 'x'");
  await client.query('COMMIT');
  client.release();
  const reading = door.get(address(id, PATH), orchestrator).then((response) => response.arrayBuffer());
  await expect(reading).rejects.toThrow();
  expect(door.logged).toContainEqual(
    expect.objectContaining({
      level: 50,
      msg: 'unexpected',
      err: expect.objectContaining({ message: expect.stringContaining('does not hold the bytes') }),
    }),
  );
});
