import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

/** Writes `api/schema.graphql` from the built API. */
export async function printSchema() {
  const { printSchemaSDL } = await import('../api/dist/index.js');
  writeFileSync(join(root, 'api/schema.graphql'), `${printSchemaSDL().trimEnd()}\n`);
}
