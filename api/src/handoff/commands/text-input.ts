import { sha256Hex } from '@baton/sessions';
import type { Context } from '../../context.js';
import { type Refusal, refuse } from '../../errors.js';
import { newId } from '../../ids.js';
import type { InputIssues } from '../../input.js';
import { type Artifact, type ArtifactInput, judgeArtifacts } from '../artifact.js';
import { judgeProposal, type ProposedActionInput } from '../proposal.js';
import { sentenceFor } from '../refusal.js';
import { type SecretPolicy, scanTexts } from '../secrets.js';
import { type StoredArtifact, storeArtifacts } from '../store.js';
import { bytesOf, freeText, MAX_TEXT } from '../text.js';

/** What every call that brings text has. */
export interface TextInput {
  readonly artifacts?: readonly ArtifactInput[] | null | undefined;
  readonly payload?: unknown;
  readonly proposedAction?: ProposedActionInput | null | undefined;
  readonly secrets?: SecretPolicy | null | undefined;
}

/** A message as the moves take it, with what a redaction left of its texts. */
export interface Taken {
  readonly ok: true;
  readonly body: string;
  readonly proposal: ProposedActionInput | null;
  /** Of the call as a whole, keys and ids apart: what was sent. */
  readonly content: unknown;
  /** The move's arguments. */
  readonly more: {
    readonly message: {
      readonly id: string;
      readonly body: string;
      readonly digest: string;
      readonly payload?: unknown;
      readonly artifacts: readonly StoredArtifact[];
    };
    readonly transfers: readonly string[];
    readonly secretsAllowed: number;
  };
}

const MOST_ARTIFACTS = 50;
const MAX_ARTIFACT = 8 * 1024 * 1024;
const MAX_CALL = 16 * 1024 * 1024;

interface Limited {
  readonly path: string;
  readonly size: number;
}

function tooLarge(name: string, value: number, over: readonly Limited[]): Refusal {
  const offenders = [...over].sort((a, b) => b.size - a.size).slice(0, 5);
  return refuse('TOO_LARGE', sentenceFor('TOO_LARGE'), { limit: { name, value }, offenders });
}

/** The refusal of what is over a limit, or null. Sizes are bytes of UTF-8. */
function overLimit(texts: ReadonlyMap<string, string>, artifacts: readonly ArtifactInput[]): Refusal | null {
  if (artifacts.length > MOST_ARTIFACTS) {
    return tooLarge('artifacts', MOST_ARTIFACTS, [{ path: 'artifacts', size: artifacts.length }]);
  }
  const sizes = [...texts].map(([path, text]) => ({ path, size: bytesOf(text) }));
  const isArtifact = ({ path }: Limited): boolean => path.startsWith('artifacts[') || path.endsWith('.diff');
  const longText = sizes.filter((item) => !isArtifact(item) && item.size > MAX_TEXT);
  if (longText.length > 0) return tooLarge('text_bytes', MAX_TEXT, longText);
  const large = sizes.filter((item) => isArtifact(item) && item.size > MAX_ARTIFACT);
  if (large.length > 0) return tooLarge('artifact_bytes', MAX_ARTIFACT, large);
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  return total > MAX_CALL ? tooLarge('call_bytes', MAX_CALL, sizes) : null;
}

/** Every text of a call by the path a refusal names it with: what is measured and looked through for secrets. */
function textsOf(field: string, body: string, input: TextInput): Map<string, string> {
  const texts = new Map([[field, body]]);
  if (input.payload != null) texts.set('payload', JSON.stringify(input.payload));
  for (const [name, value] of Object.entries(input.proposedAction ?? {})) {
    if (typeof value === 'string') texts.set(`proposedAction.${name}`, value);
  }
  (input.artifacts ?? []).forEach((artifact, index) => {
    for (const [type, fields] of Object.entries(artifact)) {
      for (const [name, value] of Object.entries(fields ?? {})) {
        if (typeof value === 'string') texts.set(`artifacts[${index}].${type}.${name}`, value);
      }
    }
  });
  return texts;
}

/** The input with its texts as a scan left them. */
function withTexts(texts: ReadonlyMap<string, string>, input: TextInput): TextInput {
  const put = <T extends object>(at: string, value: T): T =>
    Object.fromEntries(
      Object.entries(value).map(([name, text]) => [name, texts.get(`${at}.${name}`) ?? text]),
    ) as T;
  const payload = texts.get('payload');
  return {
    ...input,
    payload: payload === undefined ? undefined : JSON.parse(payload),
    proposedAction: input.proposedAction && put('proposedAction', input.proposedAction),
    artifacts: input.artifacts?.map((artifact, index) =>
      Object.fromEntries(
        Object.entries(artifact).map(([type, fields]) => [
          type,
          fields && put(`artifacts[${index}].${type}`, fields as object),
        ]),
      ),
    ),
  };
}

/**
 * Judges, scans and stores the texts of a call: limits, then form, then secrets. `field` is the input's name of the
 * message. `issues` may hold what the caller found already; all of it is told at once.
 */
export async function takeText(
  context: Context,
  field: string,
  given: string,
  input: TextInput,
  issues: InputIssues,
): Promise<Taken | Refusal> {
  const policy = input.secrets ?? 'refuse';
  if (policy === 'allow' && context.viewer.kind !== 'person') {
    issues.add('secrets', 'PERSON_ONLY', 'is ALLOW for a person alone');
  }
  const over = overLimit(textsOf(field, given, input), input.artifacts ?? []);
  if (over) return over;
  freeText(issues, field, given);
  issues.json('payload', input.payload);
  if (input.proposedAction) judgeProposal('proposedAction', input.proposedAction, issues);
  judgeArtifacts(input.artifacts ?? [], issues);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const scanned = scanTexts(textsOf(field, given, input), policy);
  if (!scanned.ok) return scanned;
  const kept = withTexts(scanned.texts, input);
  const body = scanned.texts.get(field) as string;
  const artifacts: Artifact[] = judgeArtifacts(kept.artifacts ?? [], issues);
  // What redaction made unusable, an address or a path, is no artifact.
  const unusable = issues.refusal();
  if (unusable) return unusable;
  return {
    ok: true,
    body,
    proposal: kept.proposedAction ?? null,
    content: { [field]: given, ...input, secrets: policy },
    more: {
      message: {
        id: newId('message'),
        body,
        digest: sha256Hex(body),
        payload: kept.payload,
        artifacts: await storeArtifacts(context.pool, context.viewer.organisationId, artifacts),
      },
      transfers: artifacts.flatMap(({ type, fields }) =>
        type === 'session_snapshot' ? [fields.transfer as string] : [],
      ),
      secretsAllowed: scanned.allowed,
    },
  };
}
