import { cwdPairs } from '../client/cwd-map.js';
import type { SessionHead } from '../client/head.js';
import { isSessionId } from '../client/home.js';
import { linesAbout } from '../client/lines-about.js';
import {
  NoRestoreError,
  type PlannedFile,
  type RestorePlan,
  type RestoreTarget,
  type SnapshotOutline,
} from '../client/restore.js';
import { Rewriter } from '../client/rewriter.js';
import { mainPart } from '../snapshot/facts.js';
import { INDEX, sessionOfName } from './finder.js';
import { CodexFormat } from './record-format.js';

const SPAWNED = /^spawned\/(rollout-[\w.-]+\.jsonl)$/;

/**
 * Plans where the parts go below CODEX_HOME, so that `codex resume <session>` finds them: the name ends with the id, in a
 * folder of its date. The databases need not know it. `head` is of the main part.
 */
export function planCodexRestore(
  { label, declaredCwd, parts }: SnapshotOutline,
  head: SessionHead,
  target: RestoreTarget,
): RestorePlan {
  const main = mainPart(parts);
  if (main === undefined || !main.path.endsWith('.jsonl'))
    throw new NoRestoreError('The snapshot has no rollout that Codex could resume');
  const session = [head.session, label, sessionOfName(main.path)].find((id) => id != null && isSessionId(id));
  if (session == null) throw new NoRestoreError('The snapshot does not say the id of its session');
  const pairs = cwdPairs(declaredCwd, head.cwd, target.cwd, target.cwdPairs);
  const rewriters: Rewriter[] = [];
  const files: PlannedFile[] = [];
  const unplaced: RestorePlan['unplaced'] = [];
  const rewritten =
    (path: string) =>
    (bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => {
      const rewriter = new Rewriter(path, new CodexFormat(), pairs, target, path === main.path);
      rewriters.push(rewriter);
      return rewriter.content(bytes);
    };
  for (const { path } of parts) {
    const spawned = SPAWNED.exec(path)?.[1];
    if (path === main.path) {
      const name = sessionOfName(path) === session ? path : nameOf(session, head.startedAt);
      files.push({ part: path, to: placeOf(name), mode: 'create', content: rewritten(path) });
    } else if (spawned !== undefined && sessionOfName(spawned) !== null) {
      files.push({ part: path, to: placeOf(spawned), mode: 'create', content: rewritten(path) });
    } else if (path === INDEX) {
      // The index is everybody's: rows of this session alone may be added to it.
      files.push({ part: path, to: INDEX, mode: 'append', content: (bytes) => linesAbout(bytes, session) });
    } else {
      unplaced.push({ part: path, why: 'is no file of a Codex session' });
    }
  }
  return {
    client: 'codex',
    session,
    files,
    unplaced,
    outcome: () => ({
      edits: rewriters.flatMap((rewriter) => rewriter.edits()),
      unmappedCwds: [...new Set(rewriters.flatMap(({ unmapped }) => [...unmapped]))],
      leftOpen: rewriters.flatMap(({ leftOpen }) => leftOpen),
    }),
  };
}

/** The name that a rollout of this session has, when its part has another. */
function nameOf(session: string, startedAt: string | null): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/.exec(startedAt ?? '') ?? [];
  return `rollout-${date ?? '1970-01-01'}T${(time ?? '00:00:00').replaceAll(':', '-')}-${session}.jsonl`;
}

function placeOf(name: string): string {
  const [, year, month, day] = /^rollout-(\d{4})-(\d\d)-(\d\d)/.exec(name) ?? [];
  return `sessions/${year}/${month}/${day}/${name}`;
}
