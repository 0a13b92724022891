import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'baton-embedded-test-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

test('a first start makes a database, a second start finds what was written', async () => {
  const t0 = performance.now();
  const first = await startEmbeddedPostgres({ dataDir: join(dir, 'data'), log: console.log });
  console.log(performance.now() - t0, first.url);
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  const t2 = performance.now();
  await first.stop();
  console.log('stop', performance.now() - t2);
  const t1 = performance.now();
  const second = await startEmbeddedPostgres({ dataDir: join(dir, 'data'), log: console.log });
  console.log(performance.now() - t1);
  expect(await ask(second.url, 'SELECT n FROM kept')).toBe(7);
  await second.stop();
}, 30000);
