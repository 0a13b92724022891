import { type Issue, type IssueCode, IssueList, type JsonValue, renderPath } from './value.js';

export interface JsonLimits {
  /** Deepest nesting of arrays and objects; `[]` is 1 deep. Default 64. */
  maxDepth?: number;
  /** Most entries of one array or object. Default 100,000. */
  maxWidth?: number;
  /** Most array elements and object entries in the whole value. Default 500,000. */
  maxEntries?: number;
}

export const JSON_LIMITS: Required<JsonLimits> = { maxDepth: 64, maxWidth: 100_000, maxEntries: 500_000 };

const SURROGATE = /\p{Surrogate}/u;

/** True when a string holds a surrogate without its other half; UTF-8 cannot carry it. */
export function hasLoneSurrogate(text: string): boolean {
  return SURROGATE.test(text);
}

/**
 * What makes a JSON value unfit to be stored and hashed: U+0000 and lone surrogates in strings and keys,
 * numbers that are not finite, excess depth or width. Values reach Baton by several doors (a JSON body,
 * literals in a GraphQL document), so this judges the value and not its text.
 */
export function judgeJson(value: JsonValue, path = '', limits: JsonLimits = {}): Issue[] {
  const { maxDepth, maxWidth, maxEntries } = { ...JSON_LIMITS, ...limits };
  const list = new IssueList();
  const trail: (string | number)[] = [];
  let entries = 0;

  const found = (code: IssueCode, message: string): void => list.add(renderPath(path, trail), code, message);

  const judgeText = (text: string, what: string): void => {
    if (text.includes('\u0000')) found('NUL', `${what} holds U+0000`);
    if (hasLoneSurrogate(text)) found('LONE_SURROGATE', `${what} holds a surrogate without its other half`);
  };

  /** Whether to look inside an array or object. */
  const admits = (size: number): boolean => {
    entries += size;
    if (trail.length >= maxDepth) found('TOO_DEEP', `nested deeper than ${maxDepth}`);
    else if (size > maxWidth) found('TOO_WIDE', `${size} entries, at most ${maxWidth} are taken`);
    else if (entries > maxEntries) found('TOO_WIDE', `more than ${maxEntries} entries altogether`);
    else return !list.full;
    return false;
  };

  const visit = (item: JsonValue): void => {
    if (typeof item === 'string') {
      judgeText(item, 'the string');
    } else if (typeof item === 'number') {
      if (!Number.isFinite(item)) found('NUMBER_RANGE', 'the number is beyond an IEEE 754 double');
    } else if (Array.isArray(item)) {
      if (!admits(item.length)) return;
      item.forEach((child, index) => {
        trail.push(index);
        visit(child);
        trail.pop();
      });
    } else if (item !== null && typeof item === 'object') {
      const keys = Object.keys(item);
      if (!admits(keys.length)) return;
      for (const key of keys) {
        trail.push(key);
        judgeText(key, 'the key');
        visit(item[key] as JsonValue);
        trail.pop();
      }
    }
  };

  visit(value);
  return list.issues;
}
