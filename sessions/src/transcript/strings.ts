import type { JsonValue } from '../json/value.js';

/** Whether a string or a key of the value passes the test. Without recursion: a line may be nested without end. */
export function someString(value: JsonValue, test: (text: string) => boolean): boolean {
  const waiting: JsonValue[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') {
      if (test(next)) return true;
    } else if (Array.isArray(next)) {
      for (const child of next) waiting.push(child);
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, child] of Object.entries(next)) {
        if (test(key)) return true;
        waiting.push(child);
      }
    }
  }
  return false;
}

/** Calls `visit` with each string value. */
export function eachString(value: JsonValue, visit: (text: string) => void): void {
  someString(value, (text) => {
    visit(text);
    return false;
  });
}
