import { cwdPairs } from '../client/cwd-map.js';
import type { SessionHead } from '../client/head.js';
import { isSessionId } from '../client/home.js';
import {
  NoRestoreError,
  type PlannedFile,
  type RestorePlan,
  type RestoreTarget,
  type SnapshotOutline,
} from '../client/restore.js';
import { Rewriter } from '../client/rewriter.js';
import { mainPart } from '../snapshot/facts.js';
import { validatePartPath } from '../snapshot/part.js';
import { projectFolder } from './project-folder.js';
import { ClaudeCodeFormat } from './record-format.js';

/** What may stand beside the projects, each under the session's id: anything else could be settings, which run commands. */
const KEPT_BY_ID = ['file-history', 'tasks', 'todos'];

/**
 * Plans where the parts go below CLAUDE_CONFIG_DIR, so that `claude --resume <session>`, started in `target.cwd`, finds
 * them. `head` is of the main part. The name of the transcript decides the session's id, whatever its lines say.
 */
export function planClaudeCodeRestore(
  { label, declaredCwd, parts }: SnapshotOutline,
  head: SessionHead,
  target: RestoreTarget,
): RestorePlan {
  const main = mainPart(parts);
  if (main === undefined || !main.path.endsWith('.jsonl'))
    throw new NoRestoreError('The snapshot has no transcript that Claude Code could resume');
  const stem = main.path.slice(0, -'.jsonl'.length);
  const session = [label, head.session, stem].find((id) => id !== null && isSessionId(id));
  if (session == null) throw new NoRestoreError('The snapshot does not say the id of its session');
  const pairs = cwdPairs(declaredCwd, head.cwd, target.cwd, target.cwdPairs);
  const project = `projects/${projectFolder(target.cwd)}`;
  const rewriters: Rewriter[] = [];
  const files: PlannedFile[] = [];
  const unplaced: RestorePlan['unplaced'] = [];
  for (const { path } of parts) {
    const to = path === main.path ? `${project}/${session}.jsonl` : placeOf(path, stem, session, project);
    const issue = to === null ? 'is no file of a Claude Code session' : validatePartPath(to);
    if (to === null || issue !== null) {
      unplaced.push({ part: path, why: issue ?? '' });
      continue;
    }
    const content = (bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => {
      if (!path.endsWith('.jsonl')) return bytes;
      const rewriter = new Rewriter(path, new ClaudeCodeFormat(), pairs, target, path === main.path);
      rewriters.push(rewriter);
      return rewriter.content(bytes);
    };
    files.push({ part: path, to, mode: 'create', content });
  }
  return {
    client: 'claude-code',
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

function placeOf(path: string, stem: string, session: string, project: string): string | null {
  if (path.startsWith(`${stem}/`)) return `${project}/${session}/${path.slice(stem.length + 1)}`;
  if (/^agent-[\w-]+\.jsonl$/.test(path)) return `${project}/${path}`;
  const [kind = '', name = ''] = path.split('/');
  if (!KEPT_BY_ID.includes(kind)) return null;
  return name === session || name.startsWith(`${session}-agent-`) ? path : null;
}
