import { constants, createReadStream } from 'node:fs';
import { lstat, mkdir, open, realpath, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  mainPart,
  NoRestoreError,
  type PlannedFile,
  planClaudeCodeRestore,
  planCodexRestore,
  type RestoreOutcome,
  type RestorePlan,
  readHead,
} from '@baton/sessions';
import { refused, usage } from './failure.js';

export const RESTORABLE = ['claude-code', 'codex'] as const;
export type Restorable = (typeof RESTORABLE)[number];

/** A snapshot whose parts lie, checked, below `folder`. */
export interface SavedSnapshot {
  readonly folder: string;
  readonly label: string | null;
  readonly cwd: string | null;
  readonly parts: readonly { readonly path: string; readonly mediaType: string }[];
}

export interface Restored extends RestoreOutcome {
  readonly client: Restorable;
  /** The client's id of the session. */
  readonly session: string;
  readonly home: string;
  readonly cwd: string;
  /** What was written, from the home. */
  readonly files: readonly string[];
  /** Parts without a place in this client's home. */
  readonly unplaced: RestorePlan['unplaced'];
  /** The command line that goes on with it, in `cwd`. */
  readonly resume: string;
}

const PLAN = { 'claude-code': planClaudeCodeRestore, codex: planCodexRestore };
const RESUME: Record<Restorable, (session: string) => string> = {
  'claude-code': (session) => `claude --resume ${session}`,
  codex: (session) => `codex resume ${session}`,
};

/**
 * Puts a session where its client resumes it. Files that are there already are left alone, and links are not followed:
 * then nothing is written, and what was is taken back.
 */
export async function restoreFor(
  client: Restorable,
  { folder, label, cwd: declaredCwd, parts }: SavedSnapshot,
  target: { readonly home: string; readonly cwd: string },
): Promise<Restored> {
  const cwd = await realpath(target.cwd).catch(() => {
    throw usage(`${target.cwd} is not there: the session goes on in a directory that exists`);
  });
  await mkdir(target.home, { recursive: true, mode: 0o700 });
  const home = await realpath(target.home);
  const main = mainPart(parts);
  const head = await readHead(
    main === undefined ? Readable.from([]) : createReadStream(join(folder, main.path)),
  );
  let plan: RestorePlan;
  try {
    const repair = { host: hostname(), at: new Date().toISOString(), ownCallId: null };
    plan = PLAN[client]({ label, declaredCwd, parts }, head, { cwd, repair });
  } catch (error) {
    if (!(error instanceof NoRestoreError)) throw error;
    throw refused({ code: 'INVALID_INPUT', message: `${error.message}.`, retryable: false });
  }
  const written: string[] = [];
  try {
    for (const file of plan.files) {
      await writePlanned(home, file, join(folder, file.part), written);
    }
  } catch (error) {
    for (const path of written) await rm(path, { force: true });
    throw error;
  }
  const { session, files, unplaced } = plan;
  return {
    client,
    session,
    home,
    cwd,
    files: files.map(({ to }) => to),
    unplaced,
    ...plan.outcome(),
    resume: RESUME[client](session),
  };
}

async function writePlanned(
  home: string,
  { to, mode, content }: PlannedFile,
  from: string,
  written: string[],
): Promise<void> {
  const path = join(home, to);
  await makeFolders(home, to.split('/').slice(0, -1));
  const how = mode === 'create' ? constants.O_EXCL : constants.O_APPEND;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | how;
  const handle = await open(path, flags, 0o600).catch((error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'EEXIST' ? 'is there already' : error.code === 'ELOOP' ? 'is a link' : error.message;
    throw refused({
      code: 'INVALID_INPUT',
      message: `${path} ${why}; nothing was written.`,
      retryable: false,
      next: ['move it away, or name another --home'],
    });
  });
  if (mode === 'create') written.push(path);
  await pipeline(content(createReadStream(from)), handle.createWriteStream());
}

/** Folders below the home, none of which is a link: it would lead the session out of there. */
async function makeFolders(home: string, names: readonly string[]): Promise<void> {
  let at = home;
  for (const name of names) {
    at = join(at, name);
    const there = await lstat(at).catch(() => null);
    if (there === null) await mkdir(at, { mode: 0o700 });
    else if (!there.isDirectory()) {
      throw refused({
        code: 'INVALID_INPUT',
        message: `${at} is no folder; nothing was written.`,
        retryable: false,
        next: ['move it away, or name another --home'],
      });
    }
  }
}
