/** A working directory there, and what it is here. */
export interface CwdPair {
  from: string;
  to: string;
}

/**
 * Where a working directory of the source lies at the destination: the longest pair that it equals or lies below decides.
 * Null: no pair speaks of it.
 */
export function mapCwd(pairs: readonly CwdPair[], cwd: string): string | null {
  let best: CwdPair | null = null;
  for (const pair of pairs) {
    if (isAtOrBelow(pair.from, cwd) && pair.from.length > (best?.from.length ?? -1)) best = pair;
  }
  if (best === null) return null;
  const below = cwd.slice(best.from.length).replace(/\\/g, best.from.includes('/') ? '\\' : '/');
  return `${best.to}${below}`;
}

function isAtOrBelow(folder: string, path: string): boolean {
  if (path === folder) return true;
  const next = path[folder.length];
  return folder !== '' && path.startsWith(folder) && (next === '/' || next === '\\');
}

/**
 * The pairs of a restore: what the snapshot declares and what its transcript records both become the target, unless they
 * were mapped on purpose.
 */
export function cwdPairs(
  declared: string | null,
  recorded: string | null,
  target: string,
  chosen: readonly CwdPair[] = [],
): CwdPair[] {
  const pairs = [...chosen];
  for (const from of [recorded, declared]) {
    if (from === null || !isAbsolute(from) || pairs.some((pair) => pair.from === from)) continue;
    pairs.push({ from, to: mapCwd(chosen, from) ?? target });
  }
  return pairs;
}

/** A source may declare anything, such as `unknown`; the root would map every path there is. */
const isAbsolute = (path: string): boolean => /^(?:\/.|[A-Za-z]:[\\/].)/.test(path);
