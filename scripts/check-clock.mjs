import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entry, Failure, filesUnder, root } from './project.mjs';

const definition = /CREATE\s+(?:OR\s+REPLACE\s+)?FUNCTION\s+(?:\w+\.)?"?baton_now"?\b/gi;
const honest =
  /^CREATE FUNCTION baton_now\(\) RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp\(\)';/i;

/**
 * Tests move time by giving their template database a `baton_now()` with an offset. Deadlines would be judged by
 * a wrong clock if that ever reached production: the migrations define it exactly once, and it is the clock.
 */
await entry(() => {
  const definitions = filesUnder('prisma/migrations', (path) => path.endsWith('.sql')).flatMap((path) => {
    const sql = readFileSync(join(root, path), 'utf8');
    return [...sql.matchAll(definition)].map(({ index }) => ({
      path,
      sql: sql.slice(index).replace(/\s+/g, ' '),
    }));
  });
  if (definitions.length !== 1)
    throw new Failure(`baton_now() is defined ${definitions.length} times, not once`);
  const [{ path, sql }] = definitions;
  if (!honest.test(sql)) throw new Failure(`${path}: baton_now() is not plainly clock_timestamp()`);
});
