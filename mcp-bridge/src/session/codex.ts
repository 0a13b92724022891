import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallIds, ClientSessions, FoundSession } from './finder.js';
import { recent, recordsOf, transcriptsBelow } from './transcript.js';

/** Codex keeps `sessions/<year>/<month>/<day>/rollout-<time>-<session id>.jsonl`, which begins by saying whose it is. */
export function codexSessions(home: string): ClientSessions {
  const root = join(home, 'sessions');
  const all = () => transcriptsBelow(root, 3);

  const read = async (file: string): Promise<FoundSession | null> => {
    const [meta] = await recordsOf(file, 'head', '"session_meta"');
    const payload =
      meta?.type === 'session_meta' ? (meta.payload as Record<string, unknown> | undefined) : undefined;
    const { id, cwd } = payload ?? {};
    if (typeof id !== 'string' || typeof cwd !== 'string' || !file.endsWith(`-${id}.jsonl`)) return null;
    return { client: 'codex', id, cwd, file, side: null };
  };
  const readAll = async (files: readonly string[]): Promise<FoundSession[]> =>
    (await Promise.all(files.map(async (file) => read(await realpath(file))))).flatMap(
      (found) => found ?? [],
    );

  return {
    root,
    read,
    holding: async ({ threadId }: CallIds) =>
      threadId === null ? [] : readAll((await all()).filter((file) => file.endsWith(`-${threadId}.jsonl`))),
    workingIn: async (cwd) =>
      (await readAll(await recent(await all()))).filter((session) => session.cwd === cwd),
  };
}
