import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  mainPart,
  type PartEntry,
  type PartFacts,
  type SnapshotSource,
  snapshotChecksum,
  snapshotManifest,
  streamedPartFacts,
  validatePartPaths,
} from '@baton/sessions';
import type { ApiClient } from './api-client.js';

/** The snapshot could not be restored as it was staged. `retryable`: the network's doing, not the content's. */
export class RestoreError extends Error {
  constructor(
    message: string,
    readonly retryable: boolean,
  ) {
    super(message);
    this.name = 'RestoreError';
  }
}

/** What the server says of the snapshot; each word of it is checked. */
export interface StagedSnapshot {
  readonly transferId: string;
  readonly label: string | null;
  readonly source: SnapshotSource;
  readonly parts: readonly PartEntry[];
}

/** What was found in the files that were written. */
export type RestoredFacts = { readonly checksum: string } & PartFacts;

/**
 * Fetches every part into `directory`, which is emptied before, and recomputes checksum and facts from the bytes on
 * disk. Nothing is written outside of it, whatever the paths say. Throws RestoreError.
 */
export async function restoreSession(
  api: Pick<ApiClient, 'part'>,
  { transferId, label, source, parts }: StagedSnapshot,
  directory: string,
): Promise<RestoredFacts> {
  const [issue] = validatePartPaths(parts.map(({ path }) => path));
  if (issue !== undefined) throw new RestoreError(`${issue.path}: ${issue.message}`, false);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { mode: 0o700 });
  const entries: PartEntry[] = [];
  for (const part of parts) entries.push(await fetchPart(api, transferId, part, directory));
  const main = mainPart(parts);
  const facts =
    main === undefined
      ? { entries: 0, lastEntrySha256: null }
      : await streamedPartFacts(createReadStream(join(directory, main.path)), main.path);
  return { checksum: snapshotChecksum(snapshotManifest(label, source, entries)), ...facts };
}

async function fetchPart(
  api: Pick<ApiClient, 'part'>,
  transferId: string,
  part: PartEntry,
  directory: string,
): Promise<PartEntry> {
  const answer = await api.part(transferId, part.path);
  if (answer.kind !== 'bytes') {
    throw new RestoreError(
      `${part.path}: ${answer.message}`,
      answer.kind === 'unreachable' || answer.retryable,
    );
  }
  const target = join(directory, part.path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  // O_EXCL: never through a link, never over another part, which a file system blind to case would allow.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(target, flags, 0o600);
  const hash = createHash('sha256');
  let length = 0;
  try {
    for await (const chunk of arriving(answer.bytes)) {
      length += chunk.byteLength;
      if (length > part.length)
        throw new RestoreError(`${part.path}: longer than ${part.length} bytes`, false);
      hash.update(chunk);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  if (length < part.length)
    throw new RestoreError(`${part.path}: cut at ${length} of ${part.length} bytes`, true);
  const sha256 = hash.digest('hex');
  if (sha256 !== part.sha256) throw new RestoreError(`${part.path}: its bytes are not those staged`, false);
  return { path: part.path, mediaType: part.mediaType, length, sha256 };
}

/** A connection that breaks says nothing of the content. */
async function* arriving(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw new RestoreError(error instanceof Error ? error.message : String(error), true);
  }
}
