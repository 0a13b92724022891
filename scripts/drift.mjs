import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './project.mjs';
import { withSchemaEngine } from './schema-engine.mjs';

const pg = createRequire(join(root, 'api/package.json'))('pg');

/**
 * How the database at `url` differs from `datamodel` (the text of a schema.prisma), in words; undefined when it does
 * not. Tables, columns, defaults, keys and indexes are compared. CHECKs, functions, triggers, partial indexes and the
 * columns of views are not.
 */
export async function schemaDrift(url, datamodel) {
  const files = [{ path: 'schema.prisma', content: datamodel }];
  const { exitCode, stdout } = await withSchemaEngine(
    url,
    (engine) =>
      engine.diff({
        from: { tag: 'schemaDatamodel', files },
        to: { tag: 'schemaDatasource', files, configDir: root },
        script: false,
        exitCode: true,
        shadowDatabaseUrl: null,
        filters: { externalTables: ['public._prisma_migrations'], externalEnums: [] },
      }),
    datamodel,
  );
  return exitCode === 0 ? undefined : stdout;
}

/**
 * What is wrong with the clock of the database at `url`; undefined when it is the server's own. An offset is for
 * tests: in production it would move every deadline.
 */
export async function clockFault(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("SELECT prosrc AS body FROM pg_proc WHERE proname = 'baton_now'");
    if (rows.length !== 1) return `there are ${rows.length} functions baton_now(), not one`;
    const [{ body }] = rows;
    return body.trim() === 'SELECT clock_timestamp()'
      ? undefined
      : `baton_now() must be exactly SELECT clock_timestamp(), and is: ${body.trim()}`;
  } finally {
    await client.end();
  }
}
