import { z } from 'zod';

/** The call `message/send` of `/a2a` as the input of `handoffSend`, and paths of its issues back again. */

const text = z.string();
const lines = z.strictObject({ start: z.number().int(), end: z.number().int() });

const artifact = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('file_diff'), path: text, diff: text }),
  z.strictObject({
    type: z.literal('file_ref'),
    path: text,
    git_sha: text.optional(),
    lines: lines.optional(),
  }),
  z.strictObject({ type: z.literal('test_command'), command: text, cwd: text.optional() }),
  z.strictObject({ type: z.literal('api_contract'), schema_url: text.optional(), inline: text.optional() }),
  z.strictObject({ type: z.literal('link'), url: text, title: text.optional() }),
]);

const params = z.strictObject({
  recipient: text,
  intent: z.enum(['inform', 'ask_question', 'propose_action']),
  message: z.strictObject({
    role: z.literal('user'),
    parts: z
      .array(z.strictObject({ type: z.literal('text'), text }))
      .min(1)
      .max(100),
  }),
  artifacts: z.array(artifact).optional(),
  proposed_action: z
    .strictObject({
      description: text,
      target_files: z.array(text).optional(),
      rationale: text.optional(),
      path: text.optional(),
      diff: text.optional(),
    })
    .optional(),
  payload: z.unknown().optional(),
  metadata: z
    .strictObject({
      client_idempotency_key: text.optional(),
      secrets: z.enum(['refuse', 'redact']).optional(),
    })
    .optional(),
});

const camel = (word: string): string =>
  word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const snake = (word: string): string => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelKeys = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([name, inner]) => [camel(name), inner]));

/** One thing that is wrong with the call. */
export interface Wrong {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export type Sent =
  | { readonly ok: true; readonly input: Record<string, unknown> }
  | { readonly ok: false; readonly issues: readonly Wrong[] };

/** Every fault of form at once, each at its path, like `params.artifacts[0].path`. */
export function handoffOfParams(given: unknown): Sent {
  const parsed = params.safeParse(given);
  if (!parsed.success) {
    const issues = parsed.error.issues.slice(0, 20).map(({ path, code, message }) => ({
      path: pathOf(['params', ...path]),
      code: code.toUpperCase(),
      // Names that are not taken are not repeated: a secret may have been pasted there.
      message: code === 'unrecognized_keys' ? 'has a field that is not taken' : message.toLowerCase(),
    }));
    return { ok: false, issues };
  }
  const { recipient, intent, message, artifacts, proposed_action: proposed, payload, metadata } = parsed.data;
  const input = {
    recipient,
    intent: intent.toUpperCase(),
    summary: message.parts.map((part) => part.text).join('\n'),
    artifacts: artifacts?.map(({ type, ...fields }) => ({ [camel(type)]: camelKeys(fields) })),
    proposedAction: proposed && camelKeys(proposed),
    payload,
    secrets: metadata?.secrets?.toUpperCase(),
    idempotencyKey: metadata?.client_idempotency_key,
  };
  return {
    ok: true,
    input: Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
  };
}

const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step, at) =>
      typeof step === 'number' ? `[${step}]` : at === 0 ? String(step) : `.${String(step)}`,
    )
    .join('');

const PARTS_OF_INPUT: Readonly<Record<string, string>> = {
  summary: 'message.parts',
  idempotencyKey: 'metadata.client_idempotency_key',
  secrets: 'metadata.secrets',
};

/** Where a path of the input stands in `params`: `artifacts[0].fileDiff.path` is `params.artifacts[0].path`. */
export function paramsPath(path: string): string {
  if (path === '') return 'params';
  const [head = '', ...rest] = path.replace(/^(artifacts\[\d+\])\.\w+(?=\.|$)/, '$1').split('.');
  const place = PARTS_OF_INPUT[head] ?? snake(head);
  return ['params', place, ...rest.map(snake)].join('.');
}
