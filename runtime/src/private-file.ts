import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isCode } from './system-error.js';

/** Writes JSON for the owner alone (0600). When this resolves it survives a power cut; a crash leaves old or new. */
export async function writePrivate(path: string, value: unknown): Promise<void> {
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

/** What `writePrivate` wrote; null when there is no such file. */
export async function readPrivate<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}
