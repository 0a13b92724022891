import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../api/dist/db/embedded.js';
import { migrate } from '../api/dist/db/migrate.js';
import { clockFault, schemaDrift } from './drift.mjs';
import { entry, Failure, root, say } from './project.mjs';

// Compares the database that our migrations make with prisma/schema.prisma, and judges its clock. Exits 1 and prints
// the difference when there is one. Needs the build.
await entry(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-drift-'));
  // As root the server runs as another user, who must be able to pass.
  chmodSync(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: () => undefined });
  try {
    const migrations = await migrate(server.url, join(root, 'prisma/migrations'), () => undefined);
    const drift = await schemaDrift(server.url, readFileSync(join(root, 'prisma/schema.prisma'), 'utf8'));
    if (drift !== undefined) {
      process.stdout.write(drift);
      throw new Failure(
        'prisma/schema.prisma is not what the migrations make (the list says what the migrations do further)',
      );
    }
    const fault = await clockFault(server.url);
    if (fault !== undefined) throw new Failure(fault);
    say(`${migrations.length} migrations make what prisma/schema.prisma says`);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
