import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Door, openDoor } from '../support/door.js';

let db: TestDatabase;
let door: Door;
beforeAll(async () => {
  db = await createTestDatabase();
  door = await openDoor(db, undefined, { introspection: true });
});
afterAll(async () => {
  await door.close();
  await db.drop();
});

const audits = serverAudits({
  url: () => `${door.url}/graphql`,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, {
      ...init,
      headers: { ...(init.headers as object), authorization: `Bearer ${door.adminKey}` },
    }),
});
const of = (word: string) =>
  audits.filter(({ name }) => name.startsWith(word)).map(({ name, fn }) => ({ name, fn }));

describe('GraphQL over HTTP, the open door with introspection on', () => {
  test.each([...of('MUST'), ...of('SHOULD')])('$name', async ({ fn }) => {
    const { status, ...more } = await fn();
    expect(status, JSON.stringify(more)).toBe('ok');
  });

  test('there were audits of the first rank', () => {
    expect(of('MUST').length).toBeGreaterThan(10);
  });
});
