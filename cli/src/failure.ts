/** Exit codes, as `baton --help` tells them. */
export const EXIT = {
  ok: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  forbidden: 4,
  timedOut: 5,
} as const;

/** What a failed command tells: for programs by `code`, for people by `message` and `next`. */
export interface FailureFacts {
  /** A code of the API, or one of the CLI's own: USAGE, UNREACHABLE, TIMED_OUT, and those a command documents. */
  readonly code: string;
  readonly message: string;
  /** Whether the same call may succeed later as it is. */
  readonly retryable: boolean;
  /** What to do now, one sentence or command each. */
  readonly next?: readonly string[];
  /** Whatever else its code carries, such as `issues` or `currentStatus`. */
  readonly [more: string]: unknown;
}

/** A command that did not do what was asked, with its exit code. */
export class Failure extends Error {
  constructor(
    readonly facts: FailureFacts,
    readonly exitCode: number,
  ) {
    super(facts.message);
    this.name = 'Failure';
  }
}

/** The command line asks for what cannot be. */
export function usage(message: string): Failure {
  return new Failure({ code: 'USAGE', message, retryable: false }, EXIT.usage);
}

/** A deadline of the caller's passed. */
export function timedOut(message: string): Failure {
  return new Failure({ code: 'TIMED_OUT', message, retryable: true }, EXIT.timedOut);
}

/** A code of the API as a failure, under the exit code that fits it. */
export function refused(facts: FailureFacts): Failure {
  return new Failure(facts, exitCodeOf(facts.code));
}

function exitCodeOf(code: string): number {
  if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') return EXIT.forbidden;
  if (code === 'UNAVAILABLE' || code === 'UNREACHABLE') return EXIT.unreachable;
  return EXIT.refused;
}

/** The message and each further fact as a line of its own, for people. */
export function describeFailure({ code, message, next = [], ...more }: FailureFacts): string {
  const lines = [`${code}: ${message}`];
  for (const { path, message: wrong } of listOf(more.issues)) lines.push(`  ${path || 'input'}: ${wrong}`);
  for (const { path, line, field, rule } of listOf(more.secrets)) {
    const place = [path, line && `line ${line}`, field].filter(Boolean).join(', ');
    lines.push(`  ${place}: ${rule}`);
  }
  for (const { path, size } of listOf(more.offenders)) lines.push(`  ${path}: ${size}`);
  if (Array.isArray(more.missing)) lines.push(`  missing: ${more.missing.join(', ')}`);
  if (more.currentStatus) lines.push(`  it is ${more.currentStatus} now`);
  const actions = listOf(more.availableActions).map(({ action }) => action);
  if (actions.length > 0) lines.push(`  open to you: ${actions.join(', ')}`);
  if (more.requestId) lines.push(`  request ${more.requestId}`);
  return [...lines, ...next.map((step) => `→ ${step}`)].join('\n');
}

function listOf(value: unknown): Record<string, string | number | null>[] {
  return Array.isArray(value) ? value : [];
}
