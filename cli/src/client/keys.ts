import { randomUUID } from 'node:crypto';
import { refused } from '../failure.js';
import {
  type ApiKeyIssueInput,
  type CliKeyFragment,
  IssueKeyDocument,
  RevokeKeyDocument,
  type Scope,
} from '../gen/graphql.js';
import { type Api, accepted } from './api.js';

/** Kinds that hold keys: people sign in. */
export const KINDS = ['agent', 'orchestrator', 'runtime', 'integrator'] as const;
export type Kind = (typeof KINDS)[number];

/** A key that was just issued: this is the only time that anybody sees it. */
export interface IssuedKey {
  readonly id: string;
  readonly key: string;
  readonly principalId: string;
}

export interface KeyWish {
  readonly kind: Kind;
  readonly name: string;
  /** Of a runtime: what it serves. */
  readonly pool?: string | undefined;
  /** As `transfer:read`; absent: the kind's own. */
  readonly scopes?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
}

export async function issueKey(api: Api, wish: KeyWish): Promise<IssuedKey> {
  const { kind, name, pool, scopes, expiresInSeconds } = wish;
  const input: ApiKeyIssueInput = {
    kind: kind.toUpperCase() as Uppercase<Kind>,
    name,
    pool,
    scopes: scopes?.map((scope) => scope.toUpperCase().replaceAll(/[:-]/g, '_') as Scope),
    expiresInSeconds,
    idempotencyKey: randomUUID(),
  };
  const { apiKey, secret } = accepted((await api.run(IssueKeyDocument, { input })).apiKeyIssue);
  if (secret !== null) return { id: apiKey.id, key: secret, principalId: apiKey.principal.id };
  // Only a resent call meets its own replay: the first answer, with the key in it, was lost.
  throw refused({
    code: 'UNAVAILABLE',
    message: 'The key was issued and its answer was lost on the way; it is shown once.',
    retryable: true,
    next: [`baton keys revoke ${apiKey.id}`, 'issue another one'],
  });
}

export async function revokeKey(api: Api, id: string): Promise<CliKeyFragment> {
  const input = { id, idempotencyKey: randomUUID() };
  return accepted((await api.run(RevokeKeyDocument, { input })).apiKeyRevoke).apiKey;
}

/** `TRANSFER_READ` as people write it: `transfer:read`. */
export function scopeWord(scope: Scope): string {
  return scope.toLowerCase().replace('_', ':').replaceAll('_', '-');
}
