/** A JSON value as strict parsing yields it: plain objects, arrays, and primitives. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

/** Stable words for what is wrong with an input; clients branch on them, messages may be reworded. */
export type IssueCode =
  | 'SYNTAX'
  | 'INVALID_UTF8'
  | 'DUPLICATE_KEY'
  | 'NUL'
  | 'LONE_SURROGATE'
  | 'TOO_DEEP'
  | 'TOO_WIDE'
  | 'NUMBER_RANGE'
  | 'INVALID_TYPE'
  | 'MISSING_FIELD'
  | 'UNKNOWN_FIELD'
  | 'EMPTY'
  | 'INVALID_PATH'
  | 'DUPLICATE_PATH'
  | 'PATH_CONFLICT'
  | 'INVALID_CRED_REF'
  | 'CRED_REF_NOT_ALLOWED';

/**
 * One thing wrong with an input. `path` reads like `messageHistory[2].content`; the root is the empty string
 * unless the caller named it. `line` and `column` (1-based, column in UTF-16 units) stand on SYNTAX and INVALID_UTF8.
 */
export interface Issue {
  path: string;
  code: IssueCode;
  message: string;
  line?: number;
  column?: number;
}

export type Result<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

/** At most this many issues are listed for one input: enough to repair it, too few to flood an answer. */
const MAX_ISSUES = 20;

/** Collects up to MAX_ISSUES and drops the rest, so that a hostile input cannot make the answer large. */
export class IssueList {
  readonly issues: Issue[] = [];

  add(path: string, code: IssueCode, message: string): void {
    this.push({ path, code, message });
  }

  /** An issue at a place of the text; the message says the line, for those who read only it. */
  addPlaced(path: string, code: IssueCode, message: string, place: { line: number; column: number }): void {
    this.push({ path, code, message: `line ${place.line}, column ${place.column}: ${message}`, ...place });
  }

  push(...issues: Issue[]): void {
    this.issues.push(...issues.slice(0, MAX_ISSUES - this.issues.length));
  }

  get full(): boolean {
    return this.issues.length >= MAX_ISSUES;
  }

  /** The value when nothing was wrong, else the issues. */
  result<T>(value: T): Result<T> {
    return this.issues.length === 0 ? { ok: true, value } : { ok: false, issues: this.issues };
  }
}

const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;
const LONGEST_KEY_IN_PATH = 64;

/** Appends an object key to a path; keys that are no plain words are quoted with their odd characters escaped. */
export function keyPath(parent: string, key: string): string {
  const shown = key.length > LONGEST_KEY_IN_PATH ? `${key.slice(0, LONGEST_KEY_IN_PATH)}…` : key;
  if (PLAIN_KEY.test(shown)) return parent === '' ? shown : `${parent}.${shown}`;
  return `${parent}[${JSON.stringify(shown)}]`;
}

/** Appends an array index to a path. */
export function indexPath(parent: string, index: number): string {
  return `${parent}[${index}]`;
}

/** Renders the keys and indexes walked from a root; only called when there is an issue, so that walking stays cheap. */
export function renderPath(root: string, trail: readonly (string | number)[]): string {
  let path = root;
  for (const step of trail) path = typeof step === 'number' ? indexPath(path, step) : keyPath(path, step);
  return path;
}

/** True for an object that is neither null nor an array. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Sets a key as plain data. Assignment would call the setter of `__proto__` and lose the entry;
 * a defined property is what JSON.parse makes of it too.
 */
export function setKey(target: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}
