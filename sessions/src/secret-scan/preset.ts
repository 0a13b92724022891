import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintRuleContext, SecretLintSourceCode } from '@secretlint/types';
import type { Match } from './match.js';

const PREFIX = '@secretlint/secretlint-rule-';

/**
 * Left out of the preset: the comment filter, since a comment inside a transcript must not turn the scan off, and the
 * GCP rule, which looks at files by their extension and reads them from disk (its keys are PEM, found by ours).
 */
const LEFT_OUT = new Set([`${PREFIX}filter-comments`, `${PREFIX}gcp`]);

const active = rules.filter(({ meta }) => !LEFT_OUT.has(meta.id));

/**
 * Runs secretlint's recommended rules over a text. The rules are driven directly rather than by @secretlint/core:
 * its profiler keeps every mark for the life of the process, which a server must not, and it compares every pair of
 * findings. Rules put the value into their messages; here they get no message to put it in.
 */
export function presetMatches(content: string): Match[] {
  const matches: Match[] = [];
  const source = sourceOf(content);
  for (const rule of active) {
    const context: SecretLintRuleContext = {
      sharedOptions: {},
      createTranslator: () => (messageId) => ({
        message: '',
        messageId: String(messageId),
        data: {} as never,
      }),
      report: ({ message, range }) =>
        matches.push({ rule: ruleName(rule.meta.id, message.messageId), start: range[0], end: range[1] }),
      ignore: () => undefined,
    };
    // Each rule knows its own options and passes over the rest.
    const running = rule.create(context, { enableIDScanRule: true }).file?.(source);
    if (running instanceof Promise) throw new Error(`the rule ${rule.meta.id} does not finish at once`);
  }
  return matches;
}

/** `aws/AWSAccessKeyID` and the like: the rule of secretlint and its message. */
function ruleName(id: string, messageId: string): string {
  return `${id.slice(PREFIX.length)}/${messageId}`;
}

function sourceOf(content: string): SecretLintSourceCode {
  const unused = (): never => {
    throw new Error('places are found by the scanner, not by a rule');
  };
  return {
    hasBOM: false,
    content,
    filePath: 'part',
    physicalFilePath: undefined,
    contentType: 'text',
    ext: '',
    getFilePath: () => 'part',
    getPhysicalFilePath: () => undefined,
    locationToRange: unused,
    rangeToLocation: unused,
    positionToIndex: unused,
    indexToPosition: unused,
  };
}
