import { chmod, copyFile, mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A change to one file of a client's own configuration. */
export interface Edit {
  readonly file: string;
  /** Null: the file is absent. */
  readonly before: string | null;
  readonly after: string;
}

/** What goes into a client's configuration. */
export interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Paths that the agent must not read. */
  readonly closed: readonly string[];
}

/** One client's configuration. Throws `ConfigProblem` for a file it cannot read as that client's. */
export interface ClientConfig {
  readonly label: string;
  install(entry: Entry): Promise<Edit[]>;
  uninstall(): Promise<Edit[]>;
  /** The server as the client would start it; null: it is not installed. */
  installed(): Promise<{ command: string; args: string[]; env: Record<string, string> } | null>;
}

/** A configuration that is not what its client writes; it is left as it is. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
}

export async function readText(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Writes a changed file in one step, its owner's alone, with what it was beside it as `.baton-backup`. */
export async function apply({ file: named, before, after }: Edit): Promise<void> {
  // A configuration kept elsewhere stays there: the link is not replaced.
  const file = await realpath(named).catch(() => named);
  await mkdir(dirname(file), { recursive: true });
  if (before !== null) {
    await copyFile(file, `${file}.baton-backup`);
    await chmod(`${file}.baton-backup`, 0o600);
  }
  await writeFile(`${file}.baton-new`, after, { mode: 0o600 });
  await rename(`${file}.baton-new`, file);
}

/** Only what changes something. */
export const changes = (edits: readonly Edit[]): Edit[] =>
  edits.filter(({ before, after }) => before !== after);
