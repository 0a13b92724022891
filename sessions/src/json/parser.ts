import type { JsonLimits } from './judge.js';
import { type JsonObject, type JsonValue, setKey } from './value.js';

type FaultCode = 'SYNTAX' | 'NUL' | 'TOO_DEEP' | 'TOO_WIDE';

/** Thrown inside the parser at the first place it cannot go on from; parseStrictJson turns it into an issue. */
export class Fault extends Error {
  constructor(
    readonly code: FaultCode,
    message: string,
    readonly offset: number,
    readonly trail: readonly (string | number)[],
  ) {
    super(message);
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * A JSON text parser that keeps what JSON.parse hides: a key said twice, and where a fault stands.
 * Grammar is RFC 8259 exactly; a property test holds it against JSON.parse. Time is linear in the text.
 */
export class Parser {
  readonly trail: (string | number)[] = [];
  private at = 0;
  private entries = 0;

  constructor(
    private readonly text: string,
    private readonly limits: Required<JsonLimits>,
    private readonly duplicate: (trail: readonly (string | number)[]) => void,
  ) {}

  document(): JsonValue {
    this.space();
    const value = this.value();
    this.space();
    if (this.at < this.text.length) throw this.fault('unexpected text after the value');
    return value;
  }

  private fault(message: string, code: FaultCode = 'SYNTAX'): Fault {
    const cut = this.at >= this.text.length;
    return new Fault(code, cut ? 'the text ends before the value does' : message, this.at, [...this.trail]);
  }

  private space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at++;
    }
  }

  private value(): JsonValue {
    switch (this.text[this.at]) {
      case '{':
        return this.object();
      case '[':
        return this.array();
      case '"':
        return this.string();
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      case 'n':
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private word<T extends JsonValue>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.fault('expected a value');
    this.at += word.length;
    return value;
  }

  private number(): number {
    NUMBER.lastIndex = this.at;
    const digits = NUMBER.exec(this.text)?.[0];
    if (digits === undefined) throw this.fault('expected a value');
    this.at += digits.length;
    return Number(digits);
  }

  private string(): string {
    const start = this.at++;
    let escaped = false;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) break;
      if (code === 0x5c) {
        ESCAPE.lastIndex = this.at;
        const token = ESCAPE.exec(this.text)?.[0];
        if (token === undefined) throw this.fault('a backslash that starts no JSON escape');
        escaped = true;
        this.at += token.length;
      } else if (code >= 0x20) {
        this.at++;
      } else {
        throw code === 0
          ? this.fault('the string holds U+0000', 'NUL')
          : this.fault('a control character that must be escaped');
      }
    }
    this.at++;
    // The token is checked, so JSON.parse only resolves its escapes.
    return escaped
      ? (JSON.parse(this.text.slice(start, this.at)) as string)
      : this.text.slice(start + 1, this.at - 1);
  }

  /** Steps over what opens a container. Depth is judged before the value is whole, since each level costs stack. */
  private open(): void {
    const { maxDepth } = this.limits;
    if (this.trail.length >= maxDepth) throw this.fault(`nested deeper than ${maxDepth}`, 'TOO_DEEP');
    this.at++;
    this.space();
  }

  /** Judged while reading: a body that is refused for its width must not cost the time to read all of it. */
  private count(size: number): void {
    const { maxWidth, maxEntries } = this.limits;
    if (size > maxWidth) throw this.fault(`more than ${maxWidth} entries`, 'TOO_WIDE');
    if (++this.entries > maxEntries)
      throw this.fault(`more than ${maxEntries} entries altogether`, 'TOO_WIDE');
  }

  /** After an entry: true when another follows, false when the container closed. */
  private another(close: string): boolean {
    this.space();
    const char = this.text[this.at];
    if (char !== ',' && char !== close) throw this.fault(`expected , or ${close}`);
    this.at++;
    this.space();
    return char === ',';
  }

  private array(): JsonValue[] {
    const array: JsonValue[] = [];
    this.open();
    if (this.text[this.at] === ']') {
      this.at++;
      return array;
    }
    do {
      this.count(array.length + 1);
      this.trail.push(array.length);
      array.push(this.value());
      this.trail.pop();
    } while (this.another(']'));
    return array;
  }

  private object(): JsonObject {
    const object: JsonObject = {};
    let size = 0;
    this.open();
    if (this.text[this.at] === '}') {
      this.at++;
      return object;
    }
    do {
      this.count(++size);
      if (this.text[this.at] !== '"') throw this.fault('expected a key in double quotes');
      const key = this.string();
      this.trail.push(key);
      if (Object.hasOwn(object, key)) this.duplicate(this.trail);
      this.space();
      if (this.text[this.at] !== ':') throw this.fault('expected : after the key');
      this.at++;
      this.space();
      setKey(object, key, this.value());
      this.trail.pop();
    } while (this.another('}'));
    return object;
  }
}
