import { z } from 'zod';
import { refuse, rootOf } from '../answer.js';
import type { Outcome } from '../api.js';
import type { Answer } from '../tool.js';
import { apiInput, toolWords } from '../words.js';

/** What every tool answers of a thread at least. */
export const threadOutput = z.looseObject({ id: z.string(), status: z.string() });

export const threadId = z.string().max(64).describe('The thread, `hof_…`.');

const MAX_TEXT = 64 * 1024;
export const text = (what: string) => z.string().min(1).max(MAX_TEXT).describe(what);

/** What to do with what looks like a secret. */
export const secrets = z.enum(['refuse', 'redact']).default('refuse');

const TYPES = ['file_diff', 'file_ref', 'test_command', 'api_contract', 'link', 'session_snapshot'] as const;

export const artifacts = z
  .array(z.looseObject({ type: z.enum(TYPES) }))
  .max(50)
  .optional()
  .describe(
    'file_diff {path, diff}; file_ref {path, git_sha?, lines?: {start, end}}; test_command {command, cwd?}; api_contract {schema_url or inline}; link {url, title?}; session_snapshot {transfer}.',
  );

type ArtifactArguments = z.infer<typeof artifacts>;

/** `{type: 'file_diff', …}` as the API's `{fileDiff: {…}}`. */
export function artifactInputs(given: ArtifactArguments): Record<string, unknown>[] | undefined {
  return given?.map(({ type, ...fields }) => apiInput({ [type]: apiInput(fields) }));
}

/**
 * Looks for secrets in every text of a call before it leaves this machine, as the server does again. Null: there are
 * none, or they are to be replaced.
 */
export async function secretsIn(
  texts: Record<string, unknown>,
  policy: 'refuse' | 'redact',
): Promise<Answer | null> {
  if (policy === 'redact') return null;
  // Its patterns are loaded when there is something to send: a client waits for the start.
  const { scanText } = await import('@baton/sessions');
  const found = textsOf(texts).flatMap(([path, value]) => scanText(path, Buffer.from(value)));
  if (found.length === 0) return null;
  return refuse({
    code: 'SECRET_DETECTED',
    message: 'The text holds what looks like a secret. Nothing was sent.',
    retryable: false,
    secrets: found.map(({ path, line, field, rule }) => ({ path, line, field: field ?? null, rule })),
  });
}

function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    textsOf(inner, Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`),
  );
}

/** The answer of a move: its thread in the tools' words, under a sentence of the tool. */
export function movedThread(outcome: Outcome, sentence: (value: Record<string, unknown>) => string): Answer {
  const root = rootOf(outcome);
  if (!root.ok) return root.answer;
  const { handoff, ...rest } = toolWords(root.value) as { handoff: Record<string, unknown> };
  return { text: sentence({ ...rest, ...handoff }), structured: { ...handoff, ...rest } };
}
