import { JSON_LIMITS, type JsonLimits, judgeJson } from './judge.js';
import { Fault, Parser } from './parser.js';
import { validUtf8Prefix } from './utf8.js';
import { IssueList, type JsonValue, type Result, renderPath } from './value.js';

export interface StrictJsonOptions extends JsonLimits {
  /** How issues name the root, such as `messageHistory`. Default: the empty string. */
  path?: string;
}

function place(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf('\n'); next !== -1 && next < offset; next = text.indexOf('\n', start)) {
    line++;
    start = next + 1;
  }
  return { line, column: offset - start + 1 };
}

/**
 * The strict JSON door. Takes RFC 8259 text as UTF-8 bytes without a byte order mark and gives the value, or
 * everything found wrong (at most 20): SYNTAX, INVALID_UTF8, DUPLICATE_KEY, NUL, LONE_SURROGATE, TOO_DEEP,
 * TOO_WIDE, NUMBER_RANGE. Numbers are IEEE 754 doubles as RFC 8785 demands; what overflows is refused.
 * A key `__proto__` is data. Never throws on any bytes.
 */
export function parseStrictJson(bytes: Uint8Array, options: StrictJsonOptions = {}): Result<JsonValue> {
  const root = options.path ?? '';
  const list = new IssueList();
  const valid = validUtf8Prefix(bytes);
  const parser = new Parser(valid.text, { ...JSON_LIMITS, ...options }, (trail) =>
    list.add(renderPath(root, trail), 'DUPLICATE_KEY', 'the key stands twice in one object'),
  );
  try {
    const value = parser.document();
    if (valid.whole) {
      list.push(...judgeJson(value, root, options));
      return list.result(value);
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // A fault before the broken byte is the first thing wrong; at the end of the valid text it is the byte's doing.
    if (valid.whole || error.offset < valid.text.length) {
      list.addPlaced(
        renderPath(root, error.trail),
        error.code,
        error.message,
        place(valid.text, error.offset),
      );
      return list.result(null);
    }
  }
  const where = renderPath(root, parser.trail);
  list.addPlaced(where, 'INVALID_UTF8', 'the bytes are no UTF-8', place(valid.text, valid.text.length));
  return list.result(null);
}
