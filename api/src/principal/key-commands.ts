import type pg from 'pg';
import type { Context } from '../context.js';
import { type Refusal, refuse } from '../errors.js';
import { runOnce } from '../idempotency/run-once.js';
import { InputIssues, invalid } from '../input.js';
import { admit } from './admit.js';
import { newApiKey } from './api-key.js';
import { type ApiKeyRecord, addApiKey, apiKeyOf, findApiKey, revokeApiKey } from './api-key-store.js';
import { judgePrincipal, newPrincipal, type PrincipalInput } from './commands.js';
import { addPrincipal, findPrincipal, findPrincipalByName, type Row } from './principal-store.js';
import { DEFAULT_SCOPES, GRANTABLE_SCOPES, type Kind, type Scope } from './scopes.js';
import { insertAudit } from './store.js';

export interface ApiKeySuccess {
  readonly ok: true;
  readonly replayed: boolean;
  readonly apiKey: ApiKeyRecord;
}
export type ApiKeyIssueSuccess = ApiKeySuccess & {
  /** The key itself; null on a replay. */
  readonly secret: string | null;
};

/** Whose key it is: a principal by id, or one of that kind and name, made when there is none. */
export interface ApiKeyIssueInput {
  readonly principalId?: string | null | undefined;
  readonly kind?: Kind | null | undefined;
  readonly name?: string | null | undefined;
  readonly ownerId?: string | null | undefined;
  readonly pool?: string | null | undefined;
  /** Defaults to the kind's own. */
  readonly scopes?: readonly Scope[] | null | undefined;
  /** Without it the key is good until it is revoked. */
  readonly expiresInSeconds?: number | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

const TEN_YEARS_SECONDS = 315_360_000;

/** Makes a key, and its principal when there is none yet. The key itself is in this answer and nowhere else. */
export async function apiKeyIssue(
  context: Context,
  { idempotencyKey, ...input }: ApiKeyIssueInput,
): Promise<ApiKeyIssueSuccess | Refusal> {
  await admit(context, 'apiKeyIssue', 'principal:manage');
  const issues = new InputIssues();
  issues.key(idempotencyKey);
  if (input.expiresInSeconds != null)
    issues.range('expiresInSeconds', input.expiresInSeconds, 1, TEN_YEARS_SECONDS, 'seconds');
  const wanted = judgeHolder(issues, input);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const call = {
    operation: 'apiKeyIssue',
    key: idempotencyKey,
    payload: input,
    subject: input.principalId ?? undefined,
  };
  const result = await runOnce(context, call, async (db) => {
    const holder =
      wanted === null
        ? await byId(db, context, input.principalId ?? '')
        : await byName(db, context, wanted, input.scopes);
    if (isRefusal(holder)) return holder;
    return judgeGrant(holder, input) ?? (await issue(db, context, holder, input));
  });
  if (!result.ok) return result;
  return {
    ok: true,
    replayed: result.replayed,
    apiKey: apiKeyOf(result.answer.apiKey),
    secret: result.secret,
  };
}

/** The principal by kind and name; null when it is named by its id. */
function judgeHolder(issues: InputIssues, input: ApiKeyIssueInput): PrincipalInput | null {
  const { principalId, kind, name, ownerId, pool } = input;
  if (principalId != null) {
    issues.text('principalId', principalId);
    if (kind != null || name != null)
      issues.add('principalId', 'EITHER', 'stands alone, without kind and name');
    return null;
  }
  if (kind == null || name == null) {
    issues.add('', 'REQUIRED', 'names a principalId, or a kind and a name');
    return null;
  }
  if (kind === 'person') {
    issues.add('kind', 'PERSON', NO_PERSON);
    return null;
  }
  judgePrincipal(issues, { kind, name, ownerId, pool });
  judgeScopes(issues, kind, input.scopes);
  return { kind, name, ownerId, pool };
}

const NO_PERSON = 'is no person: people sign in, they hold no keys';

function judgeScopes(
  issues: InputIssues,
  kind: Exclude<Kind, 'person'>,
  scopes: readonly Scope[] | null | undefined,
): void {
  if (scopes?.length === 0) issues.add('scopes', 'EMPTY', 'has at least one, or is left out');
  for (const [index, scope] of (scopes ?? []).entries()) {
    if (!GRANTABLE_SCOPES[kind].includes(scope)) {
      issues.add(
        `scopes[${index}]`,
        'NOT_GRANTABLE',
        `is one of ${GRANTABLE_SCOPES[kind].join(', ')} for this kind`,
      );
    }
  }
}

const isRefusal = (value: Row | Refusal): value is Refusal => 'ok' in value;

async function byId(db: pg.PoolClient, { viewer }: Context, id: string): Promise<Row | Refusal> {
  return (
    (await findPrincipal(db, viewer.organisationId, id)) ?? refuse('NOT_FOUND', 'There is no such principal.')
  );
}

async function byName(
  db: pg.PoolClient,
  context: Context,
  wanted: PrincipalInput,
  scopes: readonly Scope[] | null | undefined,
): Promise<Row | Refusal> {
  const find = () => findPrincipalByName(db, context.viewer.organisationId, wanted.kind, wanted.name);
  const known = await find();
  if (known !== null) return known;
  const principal = await newPrincipal(db, context, wanted);
  if ('ok' in principal) return principal;
  // Before anything is written: a refused call makes nobody.
  const issues = new InputIssues();
  judgeHanding(issues, principal.ownerId, scopes);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const added = await addPrincipal(db, principal);
  if (added !== null) {
    await insertAudit(db, context, { action: 'principalCreate', subject: principal.id, outcome: 'done' });
    return added;
  }
  // Somebody else made it meanwhile.
  const theirs = await find();
  if (theirs === null) throw new Error('A principal was neither made nor there');
  return theirs;
}

/** Judges what the call says against the principal as it is. One just made agrees with it. */
function judgeGrant(holder: Row, { ownerId, pool, scopes }: ApiKeyIssueInput): Refusal | null {
  const kind = holder.kind as Kind;
  if (kind === 'person') return invalid('principalId', 'PERSON', NO_PERSON);
  const issues = new InputIssues();
  if (holder.disabled_at !== null) issues.add('', 'DISABLED', 'names a principal that is disabled');
  if (ownerId != null && ownerId !== holder.owner_id)
    issues.add('ownerId', 'DIFFERS', 'is not the owner it has');
  if (pool != null && pool !== holder.pool) issues.add('pool', 'DIFFERS', 'is not the pool it serves');
  judgeScopes(issues, kind, scopes);
  judgeHanding(issues, holder.owner_id as string | null, scopes);
  return issues.refusal();
}

/** A side of a thread is a person: who acts for none has no part in any. */
function judgeHanding(
  issues: InputIssues,
  person: string | null,
  scopes: readonly Scope[] | null | undefined,
): void {
  const at = (scopes ?? []).indexOf('handoff:use');
  if (at !== -1 && person === null)
    issues.add(`scopes[${at}]`, 'NO_PERSON', 'is for who acts for a person: name its ownerId');
}

async function issue(db: pg.PoolClient, { viewer }: Context, holder: Row, input: ApiKeyIssueInput) {
  const kind = holder.kind as Exclude<Kind, 'person'>;
  const made = newApiKey(kind);
  const apiKey = await addApiKey(db, made, {
    organisationId: viewer.organisationId,
    principalId: holder.id as string,
    kind,
    scopes: [...new Set(input.scopes ?? DEFAULT_SCOPES[kind])],
    expiresInSeconds: input.expiresInSeconds ?? null,
    createdBy: viewer.id,
  });
  return { ok: true, subject: made.id, answer: { apiKey }, secret: made.secret } as const;
}

export interface ApiKeyRevokeInput {
  readonly id: string;
  readonly idempotencyKey?: string | null | undefined;
}

/** Ends a key at once, for good. Again: the same answer, with `replayed` true. */
export async function apiKeyRevoke(
  context: Context,
  { id, idempotencyKey }: ApiKeyRevokeInput,
): Promise<ApiKeySuccess | Refusal> {
  await admit(context, 'apiKeyRevoke', 'principal:manage');
  const issues = new InputIssues();
  issues.key(idempotencyKey);
  issues.text('id', id);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const call = { operation: 'apiKeyRevoke', key: idempotencyKey, payload: { id }, subject: id };
  const result = await runOnce(context, call, async (db) => {
    const { organisationId } = context.viewer;
    const revoked = await revokeApiKey(db, organisationId, id);
    const apiKey = revoked ?? (await findApiKey(db, organisationId, id));
    if (apiKey === null) return refuse('NOT_FOUND', 'There is no such key.');
    return { ok: true, subject: id, answer: { apiKey }, unchanged: revoked === null };
  });
  return result.ok ? { ok: true, replayed: result.replayed, apiKey: apiKeyOf(result.answer.apiKey) } : result;
}
