import {
  type HostScheme,
  type InlineInput,
  type Issue,
  inlineParts,
  type JsonValue,
  judgeJson,
  judgeManifestText,
  mcpConfigSecrets,
  type Part,
  readMcpConfig,
  type SnapshotSource,
  validatePartPaths,
} from '@baton/sessions';
import { type Refusal, refuse } from '../../errors.js';
import { sentenceFor } from '../refusal.js';

/** All parts of one inline stage together; larger sessions go by the side door. */
const MAX_INLINE_BYTES = 8 * 1024 * 1024;

export interface FileInput {
  readonly path: string;
  readonly mediaType?: string | null | undefined;
  readonly base64: string;
}

/** What of a stage becomes bytes. */
export interface SnapshotInput {
  readonly source: SnapshotSource;
  readonly sessionLabel?: string | null | undefined;
  readonly systemPrompt?: unknown;
  readonly messageHistory?: unknown;
  readonly toolState?: unknown;
  readonly mcpConfig?: unknown;
  readonly files?: readonly FileInput[] | null | undefined;
}

const INLINE_FIELDS = ['systemPrompt', 'messageHistory', 'toolState', 'mcpConfig'] as const;
// No group is repeated here: on megabytes that overflows the stack of the regular expression.
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const isBase64 = (text: string): boolean => text.length % 4 === 0 && BASE64.test(text);

/** The parts in their order (inline ones first), or why they cannot be taken; whatever is wrong is told at once. */
export function partsOfInput(
  input: SnapshotInput,
  allow: readonly HostScheme[],
): { ok: true; parts: Part[] } | Refusal {
  const inline: InlineInput = {};
  for (const field of INLINE_FIELDS) {
    // GraphQL's null is absence: only toolState could mean it, and an absent tool state says the same.
    if (input[field] != null) inline[field] = input[field] as JsonValue;
  }
  const config = inline.mcpConfig === undefined ? null : readMcpConfig(inline.mcpConfig, { allow });
  const files = (input.files ?? []).map(decodeFile);
  const inlined = inlineParts(inline);
  const parts = [...(inlined.ok ? inlined.value : []), ...files.map(({ part }) => part)];
  const secrets = [
    ...(config?.ok === false ? config.secrets.map((secret) => ({ ...secret, path: 'mcpConfig' })) : []),
    ...files.flatMap(({ part }) => mcpConfigSecrets(part).map((secret) => ({ ...secret, path: part.path }))),
  ];
  if (secrets.length > 0) {
    return refuse(
      'SECRET_DETECTED',
      'MCP config carries references only. Put the secret in a vault and name it by credRef.',
      {
        secrets: secrets.map(({ path, server, field }) => ({
          path,
          field: `${server}.${field}`,
          rule: 'mcp-config-secret',
        })),
      },
    );
  }
  const issues: Issue[] = [
    ...(inlined.ok ? [] : inlined.issues),
    ...(config?.ok === false ? config.issues : []),
    ...files.flatMap(({ issue }, index) => (issue ? [{ ...issue, path: `files[${index}].base64` }] : [])),
    ...validatePartPaths(
      files.map(({ part }) => part.path),
      'files',
    ),
    ...judgeManifestText(
      input.sessionLabel ?? null,
      input.source,
      files.map(({ part }) => part.mediaType),
    ),
    ...judgeJson(
      files.map(({ part }) => part.path),
      'files',
    ),
  ];
  const taken = new Set(inlined.ok ? inlined.value.map(({ path }) => path) : []);
  files.forEach(({ part }, index) => {
    if (taken.has(part.path)) {
      issues.push({
        path: `files[${index}].path`,
        code: 'DUPLICATE_PATH',
        message: 'an inline part has this path',
      });
    }
  });
  if (parts.length === 0 && issues.length === 0) {
    issues.push({
      path: '',
      code: 'EMPTY',
      message: 'a snapshot has at least one part: an inline input or a file',
    });
  }
  if (issues.length > 0) return refuse('INVALID_INPUT', sentenceFor('INVALID_INPUT'), { issues });
  const total = parts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  if (total > MAX_INLINE_BYTES) {
    const offenders = parts
      .map(({ path, bytes }) => ({ path, size: bytes.byteLength }))
      .sort((a, b) => b.size - a.size);
    return refuse('TOO_LARGE', `Inline parts are at most ${MAX_INLINE_BYTES} bytes together.`, {
      limit: { name: 'inlineBytes', value: MAX_INLINE_BYTES },
      offenders: offenders.slice(0, 5),
    });
  }
  return { ok: true, parts };
}

function decodeFile({ path, mediaType, base64 }: FileInput): { part: Part; issue?: Omit<Issue, 'path'> } {
  const part = {
    path,
    mediaType: mediaType ?? 'application/octet-stream',
    bytes: Buffer.from(base64, 'base64'),
  };
  return isBase64(base64)
    ? { part }
    : { part, issue: { code: 'SYNTAX', message: 'is base64 with padding, without line breaks' } };
}
