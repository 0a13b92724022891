import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A secret that signs or verifies transfer tokens, named by the `kid` of their header. */
export interface TokenSecret {
  readonly kid: string;
  /** At least 32 bytes. */
  readonly secret: Uint8Array;
}

/**
 * Makes the data directory. Only its owner may look into it; root lets others pass through, for PostgreSQL refuses to
 * run as root and its own user must reach its own, private directory below. What is secret here is 0600 besides.
 */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}

/**
 * The secret kept in the data directory, made at the first start. Several instances share none unless they share the
 * directory: they are given TRANSFER_TOKEN_SECRET. Throws when the file is there and too short.
 */
export function ownTokenSecret(dataDir: string): TokenSecret {
  const path = join(dataDir, 'transfer-token-secret');
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    // Whole or not at all, and never over one that already signs.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  const secret = new TextEncoder().encode(readFileSync(path, 'utf8').trim());
  if (secret.length < 32)
    throw new Error(`${path} must hold at least 32 bytes. Remove it to have it made anew.`);
  return { kid: 'own', secret };
}
