import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/support/database.js';
import { insertKey, openDoor } from '../../test/support/door.js';
import { smallSchema } from '../../test/support/small-schema.js';
import { loadManifests } from './manifests.js';
import { schema } from './schema/index.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const QUERY = 'query who { viewer }';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-manifests-'));
  mkdirSync(join(folder, 'agent'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (release: string, documents: unknown) =>
  writeFileSync(join(folder, 'agent', `${release}.json`), JSON.stringify(documents));
const load = () => loadManifests(folder, smallSchema);

test('all releases count together; a folder that is missing has none', () => {
  const older = 'query older { __typename viewer }';
  write('0.1.0', { [`sha256:${sha256(older)}`]: older });
  write('0.2.0', { [sha256(QUERY)]: QUERY });
  const { agent, daemon, claim } = load();
  expect(agent).toEqual(
    new Map([
      [sha256(older), older],
      [sha256(QUERY), QUERY],
    ]),
  );
  expect([daemon.size, claim.size]).toEqual([0, 0]);
});

describe('the server does not start with', () => {
  test('a text under another hash', () => {
    write('0.1.0', { [sha256(QUERY)]: `${QUERY} ` });
    expect(load).toThrow('its text has another sha256');
  });

  test.each([
    ['a document the schema lacks', 'query x { viewer { id } }', 'must not have a selection'],
    ['what is no document', 'query {', 'Syntax Error'],
    [
      'a root field out of reach',
      'query x { viewer transferTokenMint }',
      'no agent may reach transferTokenMint',
    ],
    [
      'a root field out of reach in a fragment, under another name',
      'query x { ...y } fragment y on Query { ... { viewer: transferTokenMint } }',
      'no agent may reach transferTokenMint',
    ],
    ['a mutation out of reach', 'mutation x { write(text: "") }', 'no agent may reach write'],
  ])('%s', (_, text, problem) => {
    write('0.1.0', { [sha256(text)]: text });
    expect(load).toThrow(problem);
  });

  test('a file that is no manifest', () => {
    write('0.1.0', [QUERY]);
    expect(load).toThrow('0.1.0.json is no map');
  });
});

test('the documents that are shipped fit the server, and its limits', async () => {
  const manifests = loadManifests(fileURLToPath(new URL('../manifests', import.meta.url)), schema);
  expect(manifests.agent.size).toBeGreaterThan(0);
  expect(manifests.daemon.size).toBeGreaterThan(0);
  expect(manifests.claim.size).toBeGreaterThan(0);
  const db = await createTestDatabase();
  const door = await openDoor(db, undefined);
  for (const [credential, kind] of [
    ['agent', 'agent'],
    ['daemon', 'runtime'],
  ] as const) {
    const { key } = await insertKey(db, kind);
    for (const documentId of manifests[credential].keys()) {
      const text = await (await door.post({ documentId, variables: {} }, { key })).text();
      expect(text).not.toMatch(/at most|aborted|INTERNAL|FORBIDDEN/);
    }
  }
  // A claim credential needs a transfer; the limits are the same for a text that anybody sends.
  for (const query of manifests.claim.values()) {
    expect(await (await door.post({ query, variables: {} })).text()).not.toMatch(/at most|aborted|INTERNAL/);
  }
  await door.close();
  await db.drop();
});
