/** A string value of a JSON text: its path, and where its bytes stand, quotes included. */
export interface StringSpan {
  path: string;
  start: number;
  end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d;

interface Container {
  /** Null: nothing wanted can lie below. */
  path: string | null;
  /** The key at hand; null in an array. */
  key: string | null;
  isObject: boolean;
  expectsKey: boolean;
}

/**
 * The string values that stand at the wanted paths (`cwd`, `payload.roots[]`), by one walk over the bytes. The text is
 * known to be JSON. Whoever replaces these bytes alone leaves every other one as it was, which writing the value anew
 * would not: numbers, escapes, spaces and keys said twice keep their form.
 */
export function stringSpans(bytes: Uint8Array, wanted: ReadonlySet<string>): StringSpan[] {
  const spans: StringSpan[] = [];
  const open: Container[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    const inside = open.at(-1);
    if (byte === QUOTE) {
      const end = stringEnd(bytes, at);
      if (inside?.expectsKey) {
        inside.key = inside.path === null ? '' : textOf(bytes.subarray(at, end));
      } else {
        const path = pathAt(inside);
        if (path !== null && wanted.has(path)) spans.push({ path, start: at, end });
      }
      at = end - 1;
    } else if (isOpening(byte)) {
      const path = pathAt(inside);
      const isObject = byte === 0x7b;
      open.push({
        path: path !== null && leadsOn(path, wanted) ? path : null,
        key: null,
        isObject,
        expectsKey: isObject,
      });
    } else if (isClosing(byte)) {
      open.pop();
    } else if (inside !== undefined && byte === 0x3a) {
      inside.expectsKey = false;
    } else if (inside !== undefined && byte === 0x2c) {
      inside.expectsKey = inside.isObject;
    }
  }
  return spans;
}

/** The path of the value that begins here. */
function pathAt(inside: Container | undefined): string | null {
  if (inside === undefined) return '';
  if (inside.path === null) return null;
  if (!inside.isObject) return `${inside.path}[]`;
  return inside.path === '' ? inside.key : `${inside.path}.${inside.key}`;
}

function leadsOn(path: string, wanted: ReadonlySet<string>): boolean {
  if (path === '') return true;
  for (const each of wanted) {
    if (each.startsWith(path) && (each[path.length] === '.' || each[path.length] === '[')) return true;
  }
  return false;
}

/** Offset behind the closing quote of the string that opens at `start`. */
function stringEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return Math.min(at + 1, bytes.length);
}

const textOf = (quoted: Uint8Array): string => JSON.parse(Buffer.from(quoted).toString('utf8')) as string;
