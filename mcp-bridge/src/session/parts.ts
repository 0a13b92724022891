import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { entriesIn, wholeLines } from './entries.js';
import type { FoundSession } from './finder.js';
import { openFile } from './transcript.js';

/** What one call carries; the API's own limit. */
export const MAX_INLINE_BYTES = 8 * 1024 * 1024;

export interface PartFile {
  readonly path: string;
  readonly mediaType: string;
  readonly base64: string;
}

export type SessionParts =
  | { readonly ok: true; readonly files: readonly PartFile[]; readonly entries: number }
  | {
      readonly ok: false;
      readonly bytes: number;
      readonly offenders: readonly { path: string; size: number }[];
    };

/** The files of a session as parts: its transcript, up to the last whole line, then what lies beside it. */
export async function readParts({ id, file, side }: FoundSession): Promise<SessionParts> {
  const sizes = [{ path: `${id}.jsonl`, file, size: await sizeOf(file) }];
  for (const beside of side === null ? [] : await filesBelow(side)) {
    const path = `${id}/${relative(side as string, beside)
      .split(sep)
      .join('/')}`;
    sizes.push({ path, file: beside, size: await sizeOf(beside) });
  }
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  if (bytes > MAX_INLINE_BYTES) {
    const offenders = sizes.map(({ path, size }) => ({ path, size })).sort((a, b) => b.size - a.size);
    return { ok: false, bytes, offenders: offenders.slice(0, 5) };
  }
  const read = await Promise.all(sizes.map(async (part) => ({ ...part, bytes: await bytesOf(part.file) })));
  const [transcript, ...others] = read;
  if (transcript === undefined) throw new Error('A session has its transcript');
  const whole = { ...transcript, bytes: wholeLines(transcript.bytes) };
  return {
    ok: true,
    entries: entriesIn(whole.bytes),
    files: [whole, ...others].map((part) => ({
      path: part.path,
      mediaType: part.path.endsWith('.jsonl') ? 'application/jsonl' : 'application/octet-stream',
      base64: part.bytes.toString('base64'),
    })),
  };
}

async function sizeOf(file: string): Promise<number> {
  const handle = await openFile(file);
  try {
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

async function bytesOf(file: string): Promise<Buffer> {
  const handle = await openFile(file);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Regular files alone: a link may lead anywhere. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return found.flat().sort();
}
