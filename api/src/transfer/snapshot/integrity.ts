import { createHash } from 'node:crypto';
import { type PartEntry, snapshotChecksum, snapshotManifest } from '@baton/sessions';
import type { Context } from '../../context.js';
import type { Mismatch, SecretPlace } from '../../errors.js';
import { DamagedChunk, readManifest, readPartBytes, readParts, type StoredManifest } from './store.js';

export interface StoredCheck {
  /** The manifest row that was recomputed; the move names it. Undefined: nothing there for the viewer to push. */
  readonly snapshotId?: string | undefined;
  readonly mismatch?: Mismatch | undefined;
  readonly secrets?: readonly SecretPlace[] | undefined;
}

/**
 * Reads every stored byte of a transfer's snapshot back, each chunk against its hash, and recomputes the checksum.
 * Rows are immutable, so nothing can change between this and the move that rests on it.
 */
export async function checkStored(
  context: Context,
  transferId: string,
  supplied: string | null,
): Promise<StoredCheck> {
  const { pool, viewer } = context;
  const manifest = await readManifest(pool, viewer, transferId);
  if (manifest === null) return {};
  const { snapshotId, checksum, byteLength } = manifest;
  const expected = { sha256: checksum, length: byteLength };
  const secrets = manifest.secrets as readonly SecretPlace[];
  // What the caller believes is compared first: it costs nothing.
  if (supplied !== null && supplied !== checksum) {
    return { snapshotId, secrets, mismatch: { expected, actual: { sha256: supplied } } };
  }
  const actual = await recompute(context, manifest);
  return { snapshotId, secrets, mismatch: actual.sha256 === checksum ? undefined : { expected, actual } };
}

async function recompute(
  { pool, viewer }: Context,
  { snapshotId, sessionLabel, source }: StoredManifest,
): Promise<{ sha256: string | null; length: number }> {
  const entries: PartEntry[] = [];
  let total = 0;
  try {
    for (const part of await readParts(pool, viewer.organisationId, snapshotId)) {
      const hash = createHash('sha256');
      let length = 0;
      for await (const bytes of readPartBytes(pool, viewer.organisationId, snapshotId, part)) {
        hash.update(bytes);
        length += bytes.byteLength;
      }
      total += length;
      entries.push({ path: part.path, mediaType: part.mediaType, length, sha256: hash.digest('hex') });
    }
  } catch (error) {
    if (error instanceof DamagedChunk) return { sha256: null, length: total };
    throw error;
  }
  return { sha256: snapshotChecksum(snapshotManifest(sessionLabel, source, entries)), length: total };
}
