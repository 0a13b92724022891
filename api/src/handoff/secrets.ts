import { redactText, type SecretFinding } from '@baton/sessions';
import { type Refusal, refuse } from '../errors.js';
import { sentenceFor } from './refusal.js';

/** What to do about what looks like a secret. Only a person may let it pass. */
export const SECRET_POLICIES = ['refuse', 'redact', 'allow'] as const;
export type SecretPolicy = (typeof SECRET_POLICIES)[number];

/** A text of the input, by the path that a refusal names it with. */
export type Texts = ReadonlyMap<string, string>;

export interface Scanned {
  readonly ok: true;
  readonly texts: Texts;
  /** Secrets that a person let pass; the audit log counts them. */
  readonly allowed: number;
}

/** Looks for secrets in every text of a call. Redacting keeps the count of lines, so that hunks still apply. */
export function scanTexts(texts: Texts, policy: SecretPolicy): Scanned | Refusal {
  const findings: SecretFinding[] = [];
  const redacted = new Map<string, string>();
  for (const [path, text] of texts) {
    const scan = redactText(path, text);
    findings.push(...scan.findings);
    redacted.set(path, scan.text);
  }
  if (findings.length === 0 || policy === 'redact') return { ok: true, texts: redacted, allowed: 0 };
  if (policy === 'allow') return { ok: true, texts, allowed: findings.length };
  return refuse('SECRET_DETECTED', sentenceFor('SECRET_DETECTED'), {
    secrets: findings.map(({ path, line, field, rule }) => ({ path, line, field: field ?? null, rule })),
  });
}
