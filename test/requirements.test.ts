import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BUILT, REQUIREMENTS, type Requirement } from './requirements.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['api/src', 'cli/src', 'runtime/src', 'sessions/src', 'test'];
const testFiles = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(root, folder, path),
    ),
  )
  .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'));

/** Ids cited in all tests; unknown ones are caught by the compiler too, where it runs. */
const cited = new Set(
  testFiles
    .map((path) => readFileSync(path, 'utf8'))
    .flatMap((text) => [...text.matchAll(/\bshows\(([^)]*)\)/g)])
    .flatMap(([, list]) => [...(list ?? '').matchAll(/'([^']+)'/g)].map(([, id]) => id ?? '')),
);

const rules: [string, Requirement][] = Object.entries(REQUIREMENTS);

test.each(rules.filter(([, { since }]) => since <= BUILT))('a test shows rule %s', (id) => {
  expect([...cited]).toContain(id);
});

test('no test cites a rule that is not there', () => {
  expect([...cited].filter((id) => !(id in REQUIREMENTS))).toEqual([]);
});
