import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { Failure, must, root } from './project.mjs';

/**
 * Generates the database client and the Pothos types from `prisma/schema.prisma`. `prisma generate` wants its
 * schema engine, whose package would be downloaded, and then never runs it: any existing file satisfies it.
 */
export async function generatePrisma() {
  if (!existsSync(join(root, 'prisma/schema.prisma'))) throw new Failure('prisma/schema.prisma is missing');
  const api = join(root, 'api');
  const prisma = createRequire(join(api, 'package.json')).resolve('prisma/package.json');
  await must(
    'the database client could not be generated',
    process.execPath,
    [join(dirname(prisma), 'build/index.js'), 'generate', '--no-hints'],
    {
      env: {
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        CHECKPOINT_DISABLE: '1',
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        // Prisma starts generators by name, and they are installed for the API alone.
        PATH: [join(api, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      },
    },
  );
}
