import { constants } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How much of a transcript's end is searched for a call that was made a moment ago. */
const TAIL_BYTES = 4 * 1024 * 1024;
/** Transcripts that were written to this recently may hold a call that is being made. */
const RECENT_MS = 60 * 60 * 1000;

export type JsonRecord = Readonly<Record<string, unknown>>;

/** A file opened as itself: not what a link put in its place would name. */
export const openFile = (file: string) => open(file, constants.O_RDONLY | constants.O_NOFOLLOW);

/** Files below a folder, `depth` levels down, that end in `.jsonl`; a folder that is absent has none. */
export async function transcriptsBelow(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(absent);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && depth > 0) return transcriptsBelow(path, depth - 1);
      return entry.isFile() && entry.name.endsWith('.jsonl') && depth === 0 ? [path] : [];
    }),
  );
  return found.flat();
}

/** Those written to within the last hour, newest first. */
export async function recent(files: readonly string[], now = Date.now()): Promise<string[]> {
  const timed = await Promise.all(
    files.map(async (file) => ({ file, at: (await stat(file).catch(() => null))?.mtimeMs ?? 0 })),
  );
  return timed
    .filter(({ at }) => now - at < RECENT_MS)
    .sort((a, b) => b.at - a.at)
    .map(({ file }) => file);
}

/** The records in the first or the last bytes of a transcript; lines that are no objects are passed over. */
export async function recordsOf(file: string, end: 'head' | 'tail', containing = ''): Promise<JsonRecord[]> {
  const handle = await openFile(file).catch(absent);
  if (Array.isArray(handle)) return [];
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, TAIL_BYTES);
    const bytes = Buffer.alloc(length);
    await handle.read(bytes, 0, length, end === 'head' ? 0 : size - length);
    return bytes
      .toString('utf8')
      .split('\n')
      .filter((line) => line.includes(containing))
      .map(recordIn)
      .filter((record) => record !== null);
  } finally {
    await handle.close();
  }
}

function recordIn(line: string): JsonRecord | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonRecord)
      : null;
  } catch {
    // The first and the last line of a piece may be halves.
    return null;
  }
}

/** What is not there, or closed to us, holds no session of ours. */
function absent(error: NodeJS.ErrnoException): [] {
  if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'].includes(error.code ?? '')) return [];
  throw error;
}
