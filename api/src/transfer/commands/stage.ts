import {
  chunkBytes,
  partEntry,
  type SecretFinding,
  secretsDigest,
  snapshotChecksum,
  snapshotManifest,
  snapshotReport,
} from '@baton/sessions';
import type { Context } from '../../context.js';
import { newId } from '../../ids.js';
import { InputIssues } from '../../input.js';
import { admit } from '../../principal/admit.js';
import { leaseHash } from '../lease-secret.js';
import { type MoveResult, makeMove } from '../move.js';
import { partsOfInput, type SnapshotInput } from '../snapshot/parts-of-input.js';
import { spentTokens, storeChunks } from '../snapshot/store.js';

export interface StageInput extends SnapshotInput {
  /** An existing session; a new one without it. */
  readonly session?: string | null | undefined;
  readonly ttlSeconds?: number | null | undefined;
  /** With a session that is live elsewhere: its lease holder's proof. */
  readonly epoch?: number | null | undefined;
  readonly leaseSecret?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

const DEFAULT_TTL_SECONDS = 1800;

/** Stores a snapshot and opens a transfer of it. */
export async function stage(context: Context, input: StageInput): Promise<MoveResult> {
  await admit(context, 'transferStage', 'transfer:stage');
  const ttl = input.ttlSeconds ?? DEFAULT_TTL_SECONDS;
  const issues = new InputIssues();
  issues.range('ttlSeconds', ttl, 1, 86400, 'seconds');
  for (const field of ['host', 'client', 'cwd'] as const)
    issues.length(`source.${field}`, input.source[field], 1, 1024);
  if (input.sessionLabel != null) issues.length('sessionLabel', input.sessionLabel, 1, 256);
  if (input.session != null) issues.text('session', input.session);
  if (context.viewer.kind === 'runtime' && input.session == null) {
    issues.add(
      'session',
      'REQUIRED',
      'is required of a runtime: it stages the session it runs, and no other',
    );
  }
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const taken = partsOfInput(input, context.settings.allowedHostSchemes);
  if (!taken.ok) return taken;

  const { secrets: found, ...report } = snapshotReport(taken.parts);
  const spent = await spentTokens(
    context.pool,
    found.flatMap(({ token }) => (token ? [token] : [])),
  );
  const isSpent = ({ token }: SecretFinding): boolean => token !== undefined && spent.has(token.jti);
  const secrets = found.filter((finding) => !isSpent(finding));
  const digest = secrets.length > 0 ? secretsDigest(secrets) : null;
  const label = input.sessionLabel ?? null;
  const parts = taken.parts.map((part) => ({ ...partEntry(part), chunks: [...chunkBytes(part.bytes)] }));
  await storeChunks(
    context.pool,
    context.viewer.organisationId,
    parts.flatMap(({ chunks }) => chunks),
  );
  const checksum = snapshotChecksum(snapshotManifest(label, input.source, parts));

  return makeMove(context, 'stage', 'transfer_stage', {
    operation: 'transferStage',
    key: input.idempotencyKey,
    payload: { checksum, session: input.session ?? null, ttl },
    more: {
      session: input.session ?? undefined,
      newSession: newId('session'),
      label: label ?? undefined,
      newId: newId('transfer'),
      ttlMs: ttl * 1000,
      epoch: input.epoch ?? undefined,
      leaseHash: input.leaseSecret == null ? undefined : leaseHash(input.leaseSecret),
      secrets: digest === null ? undefined : { count: secrets.length, digest },
      snapshot: {
        id: newId('snapshot'),
        checksum,
        format: 'baton-snapshot/1',
        sessionLabel: label ?? undefined,
        ...input.source,
        byteLength: report.totalBytes,
        entries: report.entries,
        lastEntry: report.lastEntrySha256 ?? undefined,
        report: {
          ...report,
          secrets,
          secretsDigest: digest,
          spentTokens: found.filter(isSpent).map(({ path, line }) => ({ path, line })),
        },
        parts: parts.map(({ chunks, ...entry }) => ({
          ...entry,
          chunks: chunks.map(({ sha256 }) => sha256),
        })),
      },
    },
  });
}
