/** A text with its JSON escapes resolved, and the way back from its offsets to the original's. */
export interface Unescaped {
  text: string;
  /** Offset in the original of an offset in `text`. */
  original(offset: number): number;
}

// A tool result is often JSON inside a JSON string, so escapes come with any number of backslashes. A match starts only
// at the first of a run: tried at each of them, a long run would take quadratic time.
const ESCAPE = /(?<!\\)\\+(?:u([0-9a-fA-F]{4})|([nrtbf])|(["'/]))/g;
const SPACE: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: ' ', f: ' ' };

/**
 * Resolves escapes so that scanners see what the agent saw: in `"\nghp_…"` the raw text has a letter n before the
 * key, which hides it from every rule that wants a boundary there. Good for scanning only; it is no decoder.
 */
export function unescapeForScan(raw: string): Unescaped {
  const pieces: string[] = [];
  // Ascending pairs: from starts[i] in the resolved text on, the original is shifts[i] further.
  const starts: number[] = [0];
  const shifts: number[] = [0];
  let length = 0;
  let last = 0;
  for (const found of raw.matchAll(ESCAPE)) {
    const [whole, hex, space, char] = found;
    const plain = hex
      ? String.fromCharCode(Number.parseInt(hex, 16))
      : space
        ? (SPACE[space] ?? ' ')
        : (char ?? '');
    pieces.push(raw.slice(last, found.index), plain);
    length += found.index - last + 1;
    last = found.index + whole.length;
    starts.push(length);
    shifts.push(last - length);
  }
  pieces.push(raw.slice(last));
  const original = (offset: number): number => offset + (shifts[lastAtMost(starts, offset)] ?? 0);
  return { text: pieces.length === 1 ? raw : pieces.join(''), original };
}

/** Index of the last element that is at most the wanted one, in an ascending list that starts with 0. */
export function lastAtMost(ascending: readonly number[], wanted: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] as number) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}
