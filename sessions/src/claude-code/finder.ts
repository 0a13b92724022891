import { readHead } from '../client/head.js';
import { holdsCall } from '../client/holds-call.js';
import {
  type FoundFile,
  type FoundSession,
  type Home,
  isSessionId,
  mediaTypeOf,
  type Wanted,
} from '../client/home.js';
import { projectFolder } from './project-folder.js';

const TRANSCRIPT = /^projects\/([^/]+)\/([^/]+)\.jsonl$/;

/**
 * The sessions of Claude Code that fit, in the order of their paths. A session is its transcript, the folder of its name
 * beside it (sub-agents' transcripts, large results), sub-agents' transcripts as older versions kept them, and what is
 * kept under its id elsewhere: earlier states of files, tasks. `home` is what CLAUDE_CONFIG_DIR names.
 */
export async function findClaudeCodeSessions(home: Home, wanted: Wanted): Promise<FoundSession[]> {
  const paths = (await home.files('projects')).map(({ path }) => path).sort();
  const found: FoundSession[] = [];
  for (const path of paths) {
    const [, folder = '', session = ''] = TRANSCRIPT.exec(path) ?? [];
    if (!isSessionId(session) || session.startsWith('agent-')) continue;
    if (wanted.session !== undefined && wanted.session !== session) continue;
    if (wanted.cwd !== undefined && !(await isOf(home, path, folder, wanted.cwd))) continue;
    const files = await filesOf(home, paths, path, folder, session);
    if (wanted.callId !== undefined && !(await anyHolds(home, files, wanted.callId))) continue;
    found.push({ client: 'claude-code', session, files });
  }
  return found;
}

async function isOf(home: Home, path: string, folder: string, cwd: string): Promise<boolean> {
  // Two directories may share a folder's name, so what the session says of itself decides.
  const head = await readHead(home.read(path));
  return head.cwd === null ? projectFolder(cwd) === folder : head.cwd === cwd;
}

async function filesOf(
  home: Home,
  paths: readonly string[],
  main: string,
  folder: string,
  session: string,
): Promise<[FoundFile, ...FoundFile[]]> {
  const project = `projects/${folder}/`;
  const inProject = (path: string): FoundFile => ({
    from: path,
    part: path.slice(project.length),
    mediaType: mediaTypeOf(path),
  });
  const files: [FoundFile, ...FoundFile[]] = [inProject(main)];
  for (const path of paths) {
    if (path.startsWith(`${project}${session}/`)) files.push(inProject(path));
  }
  for (const path of paths) {
    if (!path.startsWith(`${project}agent-`) || !path.endsWith('.jsonl')) continue;
    if ((await readHead(home.read(path))).session === session) files.push(inProject(path));
  }
  for (const kind of ['file-history', 'tasks', 'todos']) {
    const kept = (await home.files(kind)).map(({ path }) => path).sort();
    for (const path of kept) {
      const isOurs = path.startsWith(`${kind}/${session}/`) || path.startsWith(`${kind}/${session}-agent-`);
      if (isOurs) files.push({ from: path, part: path, mediaType: mediaTypeOf(path) });
    }
  }
  return files;
}

async function anyHolds(home: Home, files: readonly FoundFile[], callId: string): Promise<boolean> {
  for (const { from } of files) {
    if (from.endsWith('.jsonl') && (await holdsCall(home.read(from), callId))) return true;
  }
  return false;
}
