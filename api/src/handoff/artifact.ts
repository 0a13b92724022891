import { isId } from '../ids.js';
import type { InputIssues } from '../input.js';
import { diffFacts, pathFault } from './diff.js';
import { bytesOf, freeText } from './text.js';

/** The kinds of what may go along with a message, by the word that the database and the tools use. */
export const ARTIFACT_TYPES = [
  'file_diff',
  'file_ref',
  'test_command',
  'api_contract',
  'link',
  'session_snapshot',
] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

type Maybe<T> = T | null | undefined;

/** Exactly one of these is given. */
export interface ArtifactInput {
  readonly fileDiff?: Maybe<{ path: string; diff: string }>;
  readonly fileRef?: Maybe<{
    path: string;
    gitSha?: Maybe<string>;
    lines?: Maybe<{ start: number; end: number }>;
  }>;
  readonly testCommand?: Maybe<{ command: string; cwd?: Maybe<string> }>;
  readonly apiContract?: Maybe<{ schemaUrl?: Maybe<string>; inline?: Maybe<string> }>;
  readonly link?: Maybe<{ url: string; title?: Maybe<string> }>;
  readonly sessionSnapshot?: Maybe<{ transfer: string }>;
}

/** An artifact as it is stored: its fields, and what may be large apart from them. */
export interface Artifact {
  readonly type: ArtifactType;
  readonly fields: Record<string, unknown>;
  readonly content: string | null;
}

type Judge<Input> = (at: string, input: Input, issues: InputIssues) => Omit<Artifact, 'type'>;
type Given<Name extends keyof ArtifactInput> = NonNullable<ArtifactInput[Name]>;

const set = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));

function path(at: string, value: string, issues: InputIssues): void {
  const fault = pathFault(value);
  if (fault !== null) issues.add(at, 'INVALID_PATH', fault);
}

function webAddress(at: string, value: string, issues: InputIssues): void {
  const url = value.length <= 2048 && URL.canParse(value) ? new URL(value) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    issues.add(
      at,
      'INVALID_URL',
      'is an http or https address of at most 2048 characters, without credentials',
    );
  }
}

const fileDiff: Judge<Given<'fileDiff'>> = (at, input, issues) => {
  path(`${at}.path`, input.path, issues);
  freeText(issues, `${at}.diff`, input.diff);
  const { escaping, otherFiles } = diffFacts(input.path, input.diff);
  if (escaping.length > 0)
    issues.add(`${at}.diff`, 'ESCAPING_PATH', 'has a header that names a file outside the tree');
  // Shown beside the diff, so that nobody applies to one file what was announced for another.
  return { fields: { path: input.path, otherFiles }, content: input.diff };
};

const fileRef: Judge<Given<'fileRef'>> = (at, { path: file, gitSha, lines }, issues) => {
  path(`${at}.path`, file, issues);
  if (gitSha != null)
    issues.pattern(`${at}.gitSha`, gitSha, /^[0-9a-f]{4,64}$/, 'is 4 to 64 hex digits, lower case');
  if (lines != null && !(lines.start >= 1 && lines.end >= lines.start)) {
    issues.add(`${at}.lines`, 'INVALID_RANGE', 'is a first and a last line, from 1, both included');
  }
  return { fields: set({ path: file, gitSha, lines }), content: null };
};

const testCommand: Judge<Given<'testCommand'>> = (at, { command, cwd }, issues) => {
  freeText(issues, `${at}.command`, command);
  if (bytesOf(command) > 4096) issues.add(`${at}.command`, 'LENGTH', 'has at most 4096 bytes');
  if (cwd != null) path(`${at}.cwd`, cwd, issues);
  return { fields: set({ command, cwd }), content: null };
};

const apiContract: Judge<Given<'apiContract'>> = (at, { schemaUrl, inline }, issues) => {
  if ((schemaUrl == null) === (inline == null)) {
    issues.add(at, 'EXACTLY_ONE', 'has exactly one of schemaUrl and inline');
  }
  if (schemaUrl != null) webAddress(`${at}.schemaUrl`, schemaUrl, issues);
  if (inline != null) freeText(issues, `${at}.inline`, inline);
  return { fields: set({ schemaUrl }), content: inline ?? null };
};

const link: Judge<Given<'link'>> = (at, { url, title }, issues) => {
  webAddress(`${at}.url`, url, issues);
  if (title != null) issues.text(`${at}.title`, title, 256);
  return { fields: set({ url, title }), content: null };
};

const sessionSnapshot: Judge<Given<'sessionSnapshot'>> = (at, { transfer }, issues) => {
  if (!isId('transfer', transfer))
    issues.add(`${at}.transfer`, 'INVALID_ID', 'is the id of a transfer, `trf_…`');
  return { fields: { transfer }, content: null };
};

const JUDGES = { fileDiff, fileRef, testCommand, apiContract, link, sessionSnapshot } as const;

const TYPES: Record<keyof ArtifactInput, ArtifactType> = {
  fileDiff: 'file_diff',
  fileRef: 'file_ref',
  testCommand: 'test_command',
  apiContract: 'api_contract',
  link: 'link',
  sessionSnapshot: 'session_snapshot',
};

/** Judges the artifacts of a call; each issue stands at its path, like `artifacts[2].fileDiff.path`. */
export function judgeArtifacts(inputs: readonly ArtifactInput[], issues: InputIssues): Artifact[] {
  return inputs.flatMap((input, index) => {
    const given = (Object.keys(JUDGES) as (keyof ArtifactInput)[]).filter((name) => input[name] != null);
    const [name] = given;
    if (name === undefined || given.length > 1) {
      issues.add(
        `artifacts[${index}]`,
        'EXACTLY_ONE',
        `has exactly one of ${Object.keys(JUDGES).join(', ')}`,
      );
      return [];
    }
    const judge = JUDGES[name] as Judge<unknown>;
    return [{ type: TYPES[name], ...judge(`artifacts[${index}].${name}`, input[name], issues) }];
  });
}
