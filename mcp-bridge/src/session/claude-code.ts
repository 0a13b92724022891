import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CallIds, ClientSessions, FoundSession } from './finder.js';
import { type JsonRecord, recent, recordsOf, transcriptsBelow } from './transcript.js';

/**
 * Claude Code keeps `projects/<folder of the working directory>/<session id>.jsonl`, and beside it a folder of the
 * session's name with what its sub-agents and tools left.
 */
export function claudeCodeSessions(home: string): ClientSessions {
  const root = join(home, 'projects');
  const all = () => transcriptsBelow(root, 1);

  const read = async (file: string): Promise<FoundSession | null> => {
    if (!file.endsWith('.jsonl') || dirname(dirname(file)) !== (await realpath(root))) return null;
    // Where it works now; a long last line may leave no other in the last bytes.
    const cwd = cwdIn(await recordsOf(file, 'tail')) ?? cwdIn(await recordsOf(file, 'head'));
    if (cwd === null) return null;
    // The client names a session by its file.
    const id = basename(file, '.jsonl');
    return { client: 'claude-code', id, cwd, file, side: join(dirname(file), id) };
  };
  const readAll = async (files: readonly string[]): Promise<FoundSession[]> =>
    (await Promise.all(files.map(async (file) => read(await realpath(file))))).flatMap(
      (found) => found ?? [],
    );

  return {
    root,
    read,
    holding: async ({ callId }: CallIds) => {
      if (callId === null) return [];
      const holders: string[] = [];
      for (const file of await recent(await all())) {
        // A mention of the id is not the call: somebody may have pasted it.
        if ((await recordsOf(file, 'tail', callId)).some((record) => makesCall(record, callId)))
          holders.push(file);
      }
      return readAll(holders);
    },
    workingIn: async (cwd) =>
      (await readAll(await recent(await all()))).filter((session) => session.cwd === cwd),
  };
}

function makesCall({ message }: JsonRecord, callId: string): boolean {
  const content = (message as { content?: unknown } | undefined)?.content;
  return (
    Array.isArray(content) &&
    content.some(
      (block: { type?: unknown; id?: unknown } | null) => block?.type === 'tool_use' && block.id === callId,
    )
  );
}

function cwdIn(records: readonly JsonRecord[]): string | null {
  const own = records.filter(
    ({ sessionId, uuid }) => typeof sessionId === 'string' && typeof uuid === 'string',
  );
  const cwd = own.findLast((record) => typeof record.cwd === 'string')?.cwd;
  return typeof cwd === 'string' ? cwd : null;
}
