import { type Issue, type JsonValue, judgeJson } from '@baton/sessions';
import { type Refusal, refuse, SENTENCES } from './errors.js';
import { parseUsd } from './money.js';

/** Inputs every mutation shares. */
export interface KeyedInput {
  readonly id: string;
  readonly idempotencyKey?: string | null | undefined;
}

/** What a runtime presents with each of its writes. */
export interface LeaseInput {
  readonly id: string;
  readonly epoch: number;
  /** The secret the runtime chose at verification. */
  readonly leaseSecret: string;
}

export type InputIssue = Pick<Issue, 'path' | 'message'> & { readonly code: string };

/** Collects what is wrong with an input, so that it is all told at once. */
export class InputIssues {
  readonly #issues: InputIssue[] = [];

  add(path: string, code: string, message: string): void {
    this.#issues.push({ path, code, message });
  }

  range(path: string, value: number, least: number, most: number, unit: string): void {
    if (!Number.isInteger(value) || value < least || value > most) {
      this.add(path, 'OUT_OF_RANGE', `is a whole number of ${unit} from ${least} to ${most}`);
    }
  }

  length(path: string, value: string, least: number, most: number): void {
    if (value.length < least || value.length > most) {
      this.add(path, 'LENGTH', `has ${least} to ${most} characters`);
    }
  }

  pattern(path: string, value: string, form: RegExp, message: string): void {
    if (!form.test(value)) this.add(path, 'FORM', message);
  }

  /** Text that every store takes: 1 to `most` characters, no controls, no lone surrogate. */
  text(path: string, value: string, most = 128): void {
    // Counted as the database counts, by code points; the driver or jsonb would fail on the others.
    if (/[\p{Cc}\p{Cs}]/u.test(value) || value === '' || [...value].length > most) {
      this.add(path, 'TEXT', `has 1 to ${most} characters, none of them a control character`);
    }
  }

  /** JSON that the database can keep. */
  json(path: string, value: unknown): void {
    if (value != null) this.#issues.push(...judgeJson(value as JsonValue, path));
  }

  /** An idempotency key, when there is one. */
  key(value: string | null | undefined): void {
    if (value != null) this.text('idempotencyKey', value);
  }

  /** Nano-USD; 0n stands in for what is not an amount, beside its issue. */
  usd(path: string, text: string, { zero = false } = {}): bigint {
    const amount = parseUsd(text);
    if (amount === null || (amount === 0n && !zero)) {
      this.add(
        path,
        'AMOUNT',
        `is a plain decimal of at most nine places, ${zero ? 'not negative' : 'above 0'}, at most 1000000`,
      );
      return 0n;
    }
    return amount;
  }

  /** The refusal, or null when nothing is wrong. */
  refusal(): Refusal | null {
    if (this.#issues.length === 0) return null;
    return refuse('INVALID_INPUT', SENTENCES.INVALID_INPUT, { issues: this.#issues as Issue[] });
  }
}

/** The refusal for one thing that only a look into the database could tell. */
export function invalid(path: string, code: string, message: string): Refusal {
  return refuse('INVALID_INPUT', SENTENCES.INVALID_INPUT, {
    issues: [{ path, code, message }] as unknown as Issue[],
  });
}

export const SHA256 = /^[0-9a-f]{64}$/;
