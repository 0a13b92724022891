import type { Match } from './match.js';

interface Pattern {
  rule: string;
  pattern: RegExp;
  /** Judges what matched: group 1 when there is one, else the whole. Default: always a secret. */
  isSecret?: (value: string) => boolean;
}

/** What secretlint's preset does not know. Prefixes are their issuers' published forms. */
const PATTERNS: readonly Pattern[] = [
  { rule: 'stripe', pattern: /(?<![A-Za-z0-9])(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,247}/g },
  { rule: 'stripe-webhook', pattern: /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/]{24,128}={0,2}/g },
  { rule: 'google-api-key', pattern: /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { rule: 'google-oauth', pattern: /(?<![A-Za-z0-9])(?:GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_-]{30,})/g },
  { rule: 'azure-storage-key', pattern: /AccountKey=[A-Za-z0-9+/]{86}==/g },
  { rule: 'azure-shared-access-key', pattern: /SharedAccessKey=[A-Za-z0-9+/]{43}=/g },
  { rule: 'azure-sas', pattern: /[?&]sig=(?:[A-Za-z0-9]|%2[BbFf]|[+/]){40,60}(?:%3[Dd]|=)/g },
  {
    rule: 'azure-client-secret',
    pattern: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/g,
  },
  { rule: 'anthropic', pattern: /(?<![A-Za-z0-9])sk-ant-[a-z]{3,8}\d\d-[A-Za-z0-9_-]{32,}/g },
  { rule: 'openai', pattern: /(?<![A-Za-z0-9])sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,}/g },
  {
    rule: 'private-key',
    pattern: /-----BEGIN (?:[A-Z]+ ){0,2}PRIVATE KEY(?: BLOCK)?-----\s*[A-Za-z0-9+/=:\s,-]{40}/g,
  },
  { rule: 'bearer', pattern: /\b[Bb]earer[ \t]+([A-Za-z0-9._~+/-]{24,}=*)/g, isSecret: isRandom },
  {
    rule: 'generic',
    pattern:
      /(?:api[_-]?key|secret[_-]?key|client[_-]?secret|access[_-]?token|auth[_-]?token|refresh[_-]?token|private[_-]?key|passw(?:or)?d|secret|token)["']?[ \t]{0,4}(?::|=>?)[ \t]{0,4}["']?([A-Za-z0-9_+/.~-]{20,}={0,2})/gi,
    isSecret: isRandom,
  },
];

/** Ids that agents' transcripts are full of, and values that only point at a secret. */
const NO_SECRET =
  /^(?:toolu_|msg_|req_|resp_|call_|fc_|rs_|ses_|sha\d*-|[0-9a-f]{8}-[0-9a-f]{4}-|[/.~]|[a-z]+:\/\/)|example|placeholder|your[_-]/i;
const LEAST_ENTROPY_BITS = 3.5;

/** Whether a value looks drawn at random: letters and digits mixed, high entropy, no id or word we know. */
export function isRandom(value: string): boolean {
  if (NO_SECRET.test(value) || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return entropy(value.slice(0, 256)) >= LEAST_ENTROPY_BITS;
}

/** Shannon entropy in bits per character. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** Runs our own patterns over a text. */
export function patternMatches(content: string): Match[] {
  const matches: Match[] = [];
  for (const { rule, pattern, isSecret } of PATTERNS) {
    for (const found of content.matchAll(pattern)) {
      const value = found[1] ?? found[0];
      const end = found.index + found[0].length;
      if (isSecret?.(value) ?? true) matches.push({ rule, start: end - value.length, end });
    }
  }
  return matches;
}
