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
import { linesAbout } from '../client/lines-about.js';

/** Today below folders of a date; before version 0.32 beside each other; when archived, elsewhere. */
const ROLLOUT = /^(?:sessions|archived_sessions)\/(?:.*\/)?(rollout-[^/]+\.jsonl)$/;
export const INDEX = 'session_index.jsonl';

interface Rollout {
  path: string;
  name: string;
  session: string;
  cwd: string | null;
  parent: string | null;
}

/**
 * The sessions of Codex that fit, in the order of their paths. A session is its rollout, the rollouts of the agents it
 * spawned, and the rows of the index that name it. `home` is what CODEX_HOME names. Its databases are derived from the
 * rollouts, and stay.
 */
export async function findCodexSessions(home: Home, wanted: Wanted): Promise<FoundSession[]> {
  const rollouts = await rolloutsOf(home);
  const found: FoundSession[] = [];
  for (const rollout of rollouts) {
    const { session, cwd, parent } = rollout;
    if (wanted.session === undefined ? parent !== null : wanted.session !== session) continue;
    if (wanted.cwd !== undefined && wanted.cwd !== cwd) continue;
    const family = [rollout, ...spawnedBy(session, rollouts)];
    if (wanted.callId !== undefined && !(await anyHolds(home, family, wanted.callId))) continue;
    found.push({ client: 'codex', session, files: await filesOf(home, family, session) });
  }
  return found;
}

async function rolloutsOf(home: Home): Promise<Rollout[]> {
  const listed = [...(await home.files('sessions')), ...(await home.files('archived_sessions'))];
  const rollouts: Rollout[] = [];
  for (const { path } of listed.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const name = ROLLOUT.exec(path)?.[1];
    if (name === undefined) continue;
    const head = await readHead(home.read(path));
    const session = head.session ?? sessionOfName(name);
    if (session !== null && isSessionId(session))
      rollouts.push({ path, name, session, cwd: head.cwd, parent: head.parent });
  }
  return rollouts;
}

/** The id that a rollout's name ends with. */
export const sessionOfName = (name: string): string | null =>
  /^rollout-\d{4}-\d\d-\d\d(?:T\d\d-\d\d-\d\d)?-(.+)\.jsonl$/.exec(name)?.[1] ?? null;

/** Agents spawned, and those that they spawned, each once. */
function spawnedBy(session: string, rollouts: readonly Rollout[]): Rollout[] {
  const family = new Set([session]);
  const spawned: Rollout[] = [];
  for (let grown = true; grown; ) {
    grown = false;
    for (const each of rollouts) {
      if (each.parent === null || !family.has(each.parent) || family.has(each.session)) continue;
      family.add(each.session);
      spawned.push(each);
      grown = true;
    }
  }
  return spawned;
}

async function filesOf(
  home: Home,
  [main, ...spawned]: readonly Rollout[],
  session: string,
): Promise<[FoundFile, ...FoundFile[]]> {
  const file = ({ path, name }: Rollout, folder = ''): FoundFile => ({
    from: path,
    part: `${folder}${name}`,
    mediaType: mediaTypeOf(name),
  });
  const files: [FoundFile, ...FoundFile[]] = [
    file(main as Rollout),
    ...spawned.map((each) => file(each, 'spawned/')),
  ];
  if (await isIndexed(home, session))
    files.push({ from: INDEX, part: INDEX, mediaType: mediaTypeOf(INDEX), only: { session } });
  return files;
}

async function isIndexed(home: Home, session: string): Promise<boolean> {
  if (!(await home.has(INDEX))) return false;
  for await (const _ of linesAbout(home.read(INDEX), session)) return true;
  return false;
}

async function anyHolds(home: Home, family: readonly Rollout[], callId: string): Promise<boolean> {
  for (const { path } of family) if (await holdsCall(home.read(path), callId)) return true;
  return false;
}
