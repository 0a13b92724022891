import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { validatePartPaths } from '@baton/sessions';
import { refused, usage } from './failure.js';

/** A part as the manifest names it. */
export interface ExpectedPart {
  readonly path: string;
  /** Bytes. */
  readonly length: number;
  readonly sha256: string;
}

/**
 * Writes parts below `out`, which must be empty or absent: then no link in it leads elsewhere. Throws CHECKSUM_MISMATCH
 * when bytes are not those of the manifest (that file is removed), INVALID_INPUT when a path would leave `out`.
 */
export async function saveParts(
  out: string,
  parts: readonly ExpectedPart[],
  read: (path: string) => Promise<AsyncIterable<Uint8Array>>,
): Promise<void> {
  const issues = validatePartPaths(parts.map(({ path }) => path));
  if (issues.length > 0) {
    const message = 'The server names parts that would not stay in the directory; nothing was written.';
    throw refused({ code: 'INVALID_INPUT', message, retryable: false, issues });
  }
  await mkdir(out, { recursive: true, mode: 0o700 });
  if ((await readdir(out)).length > 0) throw usage(`${out} is not empty`);
  for (const part of parts) await savePart(join(resolve(out), part.path), part, await read(part.path));
}

async function savePart(file: string, part: ExpectedPart, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let length = 0;
  async function* counted(): AsyncIterable<Uint8Array> {
    for await (const chunk of bytes) {
      hash.update(chunk);
      length += chunk.length;
      yield chunk;
    }
  }
  // Never over a file that is there: on some file systems two names are one.
  await pipeline(counted, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  const sha256 = hash.digest('hex');
  if (sha256 === part.sha256 && length === part.length) return;
  await rm(file);
  throw refused({
    code: 'CHECKSUM_MISMATCH',
    message: `The bytes of ${part.path} are not those of the snapshot; the file was removed.`,
    retryable: true,
    expected: { sha256: part.sha256, length: part.length },
    actual: { sha256, length },
  });
}
