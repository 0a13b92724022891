import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bootId, parseStat } from './process-table.js';
import { isCode } from './system-error.js';

export interface Launch {
  readonly pid: number;
  readonly startedAt: string;
  /** Whether the machine was started anew since. */
  readonly otherBoot: boolean;
}

const NAME = /^launch\.(\d+)$/;
const VOID = 'void';

export const launchPath = (root: string, attempt: number): string => join(root, `launch.${attempt}`);

/**
 * The first process writes its own record, `launch.<n>`, before it becomes the command, and gives up if that exists.
 * So a daemon killed between start and note leaves no command that nobody knows of.
 */
export const LAUNCHER = `{ read -r boot < /proc/sys/kernel/random/boot_id; } 2>/dev/null || boot=
{ read -r stat < "/proc/$$/stat"; } 2>/dev/null || stat=$(ps -o lstart= -p "$$")
printf '%s\\n' "$$" "$boot" "$stat" > "$1.$$" && ln "$1.$$" "$1" || { rm -f "$1.$$"; exit 126; }
rm -f "$1.$$"
shift
exec "$@"`;

/**
 * What was launched under `root`; or, when nothing was, the number of the next attempt, after making sure that no
 * earlier one can still come through.
 */
export async function settleLaunches(root: string): Promise<Launch | number> {
  const last = Math.max(0, ...(await attempts(root)));
  const known = last > 0 ? await readLaunch(root, last) : null;
  if (known !== null) return known;
  const late = await voidAttempt(root, last + 1);
  return late ?? last + 2;
}

/** What the attempt wrote; null when it has not, or was made void. */
export async function readLaunch(root: string, attempt: number): Promise<Launch | null> {
  let text: string;
  try {
    text = await readFile(launchPath(root, attempt), 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
  if (text === VOID) return null;
  const [pid = '', boot = '', stat = ''] = text.split('\n');
  return {
    pid: Number(pid),
    startedAt: parseStat(stat)?.startedAt ?? stat.trim(),
    otherBoot: boot !== bootId(),
  };
}

async function attempts(root: string): Promise<number[]> {
  return (await readdir(root)).flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number);
}

/** Takes the attempt's place. When it was there first: its record. */
async function voidAttempt(root: string, attempt: number): Promise<Launch | null> {
  const path = launchPath(root, attempt);
  const draft = `${path}.void`;
  await writeFile(draft, VOID);
  try {
    await link(draft, path);
    return null;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    return await readLaunch(root, attempt);
  } finally {
    await rm(draft, { force: true });
  }
}
