import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Migration {
  /** Folder name: 14 digits of time, `_`, words. Sorts in the order of application. */
  name: string;
  sql: string;
  /** SHA-256 of migration.sql in hex, as Prisma records it. */
  checksum: string;
}

/**
 * Reads `prisma/migrations`: a folder per migration with its `migration.sql`, beside `migration_lock.toml`.
 * Throws when the lock names another database or an entry is not of that form.
 */
export function readMigrations(directory: string): Migration[] {
  const lock = join(directory, 'migration_lock.toml');
  if (!existsSync(lock) || !/^provider\s*=\s*"postgresql"\s*$/m.test(readFileSync(lock, 'utf8'))) {
    throw new Error(`${lock} must be there and name the provider "postgresql"`);
  }
  return (
    readdirSync(directory, { withFileTypes: true })
      // Git keeps no empty folder: one is what another branch left behind.
      .filter((entry) => entry.isDirectory() && readdirSync(join(directory, entry.name)).length > 0)
      .map((entry) => readMigration(directory, entry.name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  );
}

/** Whether `recorded` is the checksum of `sql`, whichever line ends the file had when it was applied. */
export function isChecksumOf(recorded: string, sql: string): boolean {
  const unix = sql.replaceAll('\r\n', '\n');
  return [sql, unix, unix.replaceAll('\n', '\r\n')].some((text) => checksum(text) === recorded);
}

function readMigration(directory: string, name: string): Migration {
  const file = join(directory, name, 'migration.sql');
  if (!/^\d{14}_\w+$/.test(name)) throw new Error(`${join(directory, name)} is not named <14 digits>_<name>`);
  if (!existsSync(file)) throw new Error(`${file} is missing`);
  const sql = readFileSync(file, 'utf8');
  return { name, sql, checksum: checksum(sql) };
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
