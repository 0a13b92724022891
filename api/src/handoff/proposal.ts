import { payloadDigest } from '../idempotency/digest.js';
import type { InputIssues } from '../input.js';
import { diffFacts, pathFault } from './diff.js';
import { freeText } from './text.js';

/** A change that one side asks the other to make. */
export interface ProposedActionInput {
  readonly description: string;
  readonly targetFiles?: readonly string[] | null | undefined;
  readonly rationale?: string | null | undefined;
  readonly path?: string | null | undefined;
  readonly diff?: string | null | undefined;
}

/** A version as the moves take it. */
export interface ProposalVersion {
  readonly description: string;
  readonly targetFiles: readonly string[];
  readonly rationale?: string | undefined;
  readonly path?: string | undefined;
  readonly diff?: string | undefined;
  readonly digest: string;
}

const MOST_FILES = 200;

export function judgeProposal(at: string, input: ProposedActionInput, issues: InputIssues): void {
  freeText(issues, `${at}.description`, input.description);
  if (input.rationale != null) freeText(issues, `${at}.rationale`, input.rationale, { empty: true });
  const files = input.targetFiles ?? [];
  if (files.length > MOST_FILES)
    issues.add(`${at}.targetFiles`, 'LENGTH', `names at most ${MOST_FILES} files`);
  files.slice(0, MOST_FILES).forEach((file, index) => {
    const fault = pathFault(file);
    if (fault !== null) issues.add(`${at}.targetFiles[${index}]`, 'INVALID_PATH', fault);
  });
  if (input.path != null) {
    const fault = pathFault(input.path);
    if (fault !== null) issues.add(`${at}.path`, 'INVALID_PATH', fault);
  }
  if (input.diff == null) return;
  freeText(issues, `${at}.diff`, input.diff);
  if (input.path == null)
    issues.add(`${at}.path`, 'REQUIRED_WITH_DIFF', 'is given with a diff: the file it changes');
  if (diffFacts(input.path ?? '', input.diff).escaping.length > 0) {
    issues.add(`${at}.diff`, 'ESCAPING_PATH', 'has a header that names a file outside the tree');
  }
}

/**
 * A version with what an approval of it is bound to: all it says, its thread, and the version it comes after (null for
 * the first), so that no two versions of any thread have one digest.
 */
export function proposalVersion(
  handoff: string,
  base: string | null,
  { description, targetFiles, rationale, path, diff }: ProposedActionInput,
): ProposalVersion {
  const says = {
    description,
    targetFiles: targetFiles ?? [],
    rationale: rationale ?? undefined,
    path: path ?? undefined,
    diff: diff ?? undefined,
  };
  return { ...says, digest: payloadDigest({ ...says, handoff, base }) };
}
