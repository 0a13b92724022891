import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { INLINE_PATHS, type InlineField, isObject, type JsonValue, parseStrictJson } from '@baton/sessions';
import { refused, usage } from './failure.js';
import type { TransferStageInput } from './gen/graphql.js';

/** What of a stage's input a file settles. */
export interface SessionContent {
  readonly input: Pick<TransferStageInput, InlineField | 'files'>;
  /** What the file looks like: `claude-code`, or `unknown`. */
  readonly client: string;
  /** The session's own id, where the file says it. */
  readonly label: string | undefined;
}

/**
 * Reads what to stage. A `.json` goes through the strict door: an object with any of the four inline keys is the
 * inline form. Everything else, and with `opaque` every file, is one part, byte for byte, under its base name.
 *
 * Throws INVALID_INPUT with the places that the API would name, and a usage failure when there is no such file.
 */
export async function readSessionFile(file: string, opaque = false): Promise<SessionContent> {
  const bytes = await bytesOf(file).catch((error: NodeJS.ErrnoException) => {
    throw usage(`${file} cannot be read (${error.code ?? error.message})`);
  });
  const kind = opaque ? '' : extname(file).toLowerCase();
  const inline = kind === '.json' ? inlineOf(file, bytes) : null;
  if (inline !== null) return { input: inline, client: 'unknown', label: undefined };
  const part = {
    path: basename(file),
    mediaType: MEDIA_TYPES[kind] ?? MEDIA_TYPES[''],
    base64: bytes.toString('base64'),
  };
  const seen = kind === '.jsonl' ? claudeCodeSession(bytes) : null;
  return { input: { files: [part] }, client: seen === null ? 'unknown' : 'claude-code', label: seen?.id };
}

/** A device or a pipe has no end to wait for. */
async function bytesOf(file: string): Promise<Buffer> {
  if (!(await stat(file)).isFile()) throw new Error('it is no regular file');
  return readFile(file);
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '': 'application/octet-stream',
  '.jsonl': 'application/jsonl',
  '.json': 'application/json',
};

const FIELDS = Object.keys(INLINE_PATHS) as InlineField[];

function inlineOf(file: string, bytes: Uint8Array): Pick<TransferStageInput, InlineField> | null {
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) {
    throw refused({
      code: 'INVALID_INPUT',
      message: 'The input is not valid. See the issues.',
      retryable: false,
      issues: parsed.issues.map(({ path, code, message }) => ({ path, code, message })),
      next: [`to carry ${basename(file)} as it is, byte for byte, add --opaque`],
    });
  }
  const { value } = parsed;
  if (!isObject(value) || !FIELDS.some((field) => Object.hasOwn(value, field))) return null;
  const strange = Object.keys(value).filter((key) => !FIELDS.includes(key as InlineField));
  if (strange.length > 0) {
    throw refused({
      code: 'INVALID_INPUT',
      message: 'The input is not valid. See the issues.',
      retryable: false,
      issues: strange.map((path) => ({
        path,
        code: 'UNKNOWN_FIELD',
        message: `is none of ${FIELDS.join(', ')}`,
      })),
      next: ['only what has a name travels: leave the field out, or put it into toolState'],
    });
  }
  return value as Record<InlineField, JsonValue>;
}

/** Claude Code writes its session's id into every line; null when the first lines do not look so. */
function claudeCodeSession(bytes: Uint8Array): { id: string } | null {
  const head = Buffer.from(bytes.subarray(0, 64 * 1024))
    .toString('utf8')
    .split('\n', 20);
  for (const line of head) {
    const parsed = parseStrictJson(Buffer.from(line));
    if (!parsed.ok || !isObject(parsed.value)) continue;
    const { sessionId, uuid, version, type } = parsed.value;
    if (typeof sessionId !== 'string' || typeof type !== 'string') continue;
    if (typeof uuid === 'string' && typeof version === 'string') return { id: sessionId };
  }
  return null;
}
