import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Chunk, sha256Hex } from '@baton/sessions';
import type pg from 'pg';
import { isId } from '../../ids.js';
import { type Viewer, viewerJson } from '../../principal/viewer.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Largest chunk before compression; what a stored one may expand to. */
const MAX_CHUNK = 1024 * 1024;

/** Stores what is not there yet; equal chunks of one organisation are kept once. */
export async function storeChunks(
  pool: pg.Pool,
  organisationId: string,
  chunks: readonly Chunk[],
): Promise<void> {
  const unique = [...new Map(chunks.map((chunk) => [chunk.sha256, chunk])).values()];
  const data = await Promise.all(unique.map(({ bytes }) => compress(bytes)));
  await pool.query({
    name: 'chunk_insert',
    // In one order for all, so that two stages of the same bytes wait for each other and do not deadlock.
    text: `INSERT INTO chunk (organisation_id, sha256, length, data)
           SELECT $1, c.sha256, c.length, c.data
           FROM unnest($2::text[], $3::integer[], $4::bytea[]) AS c (sha256, length, data)
           ORDER BY c.sha256
           ON CONFLICT DO NOTHING`,
    values: [
      organisationId,
      unique.map(({ sha256 }) => sha256),
      unique.map(({ bytes }) => bytes.byteLength),
      data,
    ],
  });
}

export interface StoredPart {
  readonly ordinal: number;
  readonly path: string;
  readonly mediaType: string;
  readonly length: number;
  readonly sha256: string;
}

interface PartRow {
  ordinal: number;
  path: string;
  media_type: string;
  length: bigint;
  sha256: string;
}

/** The parts of a snapshot in their order. */
export async function readParts(
  pool: pg.Pool,
  organisationId: string,
  snapshotId: string,
): Promise<StoredPart[]> {
  const { rows } = await pool.query<PartRow>({
    name: 'snapshot_parts',
    text: `SELECT ordinal, path, media_type, length, sha256 FROM snapshot_part
           WHERE organisation_id = $1 AND snapshot_id = $2 ORDER BY ordinal`,
    values: [organisationId, snapshotId],
  });
  return rows.map(({ media_type: mediaType, length, ...row }) => ({
    ...row,
    mediaType,
    length: Number(length),
  }));
}

/** A stored chunk is not what its name says: the database or its disk is damaged. */
export class DamagedChunk extends Error {
  constructor(readonly sha256: string) {
    super(`Chunk ${sha256} does not hold the bytes it is named by`);
  }
}

/** The bytes of a part, chunk by chunk, each checked against its hash; at most one chunk is held. */
export async function* readPartBytes(
  pool: pg.Pool,
  organisationId: string,
  snapshotId: string,
  part: Pick<StoredPart, 'ordinal'>,
): AsyncGenerator<Uint8Array> {
  for (let ordinal = 1; ; ordinal++) {
    const { rows } = await pool.query<{ sha256: string; data: Buffer | null }>({
      name: 'snapshot_part_chunk',
      text: `SELECT p.sha256, c.data FROM snapshot_part_chunk p
             LEFT JOIN chunk c ON c.organisation_id = p.organisation_id AND c.sha256 = p.sha256
             WHERE p.organisation_id = $1 AND p.snapshot_id = $2 AND p.part_ordinal = $3 AND p.ordinal = $4`,
      values: [organisationId, snapshotId, part.ordinal, ordinal],
    });
    const row = rows[0];
    if (row === undefined) return;
    yield await unpackChunk(row.sha256, row.data);
  }
}

/** The bytes of a stored chunk; throws when they are not what its name says. */
export async function unpackChunk(sha256: string, data: Buffer | null): Promise<Buffer> {
  const bytes = data && (await decompress(data, { maxOutputLength: MAX_CHUNK }).catch(() => null));
  if (bytes === null || sha256Hex(bytes) !== sha256) throw new DamagedChunk(sha256);
  return bytes;
}

interface ManifestRow {
  id: string;
  session_label: string | null;
  source_host: string;
  source_client: string;
  source_cwd: string;
  checksum: string;
  byte_length: bigint;
  secrets: unknown;
}

export interface StoredManifest {
  readonly snapshotId: string;
  readonly sessionLabel: string | null;
  readonly source: { readonly host: string; readonly client: string; readonly cwd: string };
  readonly checksum: string;
  readonly byteLength: number;
  /** Findings of its report: places, never values. */
  readonly secrets: unknown;
}

/**
 * The manifest row of a transfer that the viewer sees and that may still be pushed; null for every other. A staged one
 * counts: it may be provisioned before the move that rests on this.
 */
export async function readManifest(
  pool: pg.Pool,
  viewer: Viewer,
  transferId: string,
): Promise<StoredManifest | null> {
  if (!isId('transfer', transferId)) return null;
  const { rows } = await pool.query<ManifestRow>({
    name: 'snapshot_manifest',
    text: `SELECT s.id, s.session_label, s.source_host, s.source_client, s.source_cwd, s.checksum, s.byte_length,
             s.report->'secrets' AS secrets
           FROM transfer t JOIN snapshot s ON s.organisation_id = t.organisation_id AND s.id = t.snapshot_id
           WHERE t.organisation_id = $1 AND t.id = $2 AND t.status IN ('staged', 'provisioned')
             AND transfer_visible(t, $3)`,
    values: [viewer.organisationId, transferId, JSON.stringify(viewerJson(viewer))],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return {
    snapshotId: row.id,
    sessionLabel: row.session_label,
    source: { host: row.source_host, client: row.source_client, cwd: row.source_cwd },
    checksum: row.checksum,
    byteLength: Number(row.byte_length),
    secrets: row.secrets,
  };
}

/** Of these token ids, those that can no longer be used: redeemed or past their end. */
export async function spentTokens(
  pool: pg.Pool,
  tokens: readonly { readonly jti: string; readonly exp: number | null }[],
): Promise<Set<string>> {
  if (tokens.length === 0) return new Set();
  const { rows } = await pool.query<{ jti: string }>({
    name: 'spent_tokens',
    text: `SELECT t.jti FROM unnest($1::text[], $2::float8[]) AS t (jti, exp)
           WHERE to_timestamp(t.exp) <= baton_now() OR EXISTS (SELECT 1 FROM used_transfer_token u WHERE u.jti = t.jti)`,
    values: [tokens.map(({ jti }) => jti), tokens.map(({ exp }) => exp)],
  });
  return new Set(rows.map(({ jti }) => jti));
}

export interface ReadablePart extends StoredPart {
  readonly snapshotId: string;
}

/** The part of a transfer's snapshot, with what decides whether the viewer may read it; null when there is none. */
export async function findPart(
  pool: pg.Pool,
  organisationId: string,
  transferId: string,
  path: string,
): Promise<(ReadablePart & { ownerId: string; status: string; claimId: string | null }) | null> {
  const { rows } = await pool.query<
    PartRow & { snapshot_id: string; owner_id: string; effective_status: string; claim_id: string | null }
  >({
    name: 'snapshot_part_of_transfer',
    text: `SELECT p.ordinal, p.path, p.media_type, p.length, p.sha256, p.snapshot_id, t.owner_id, t.effective_status, t.claim_id
           FROM transfer_view t JOIN snapshot_part p
             ON p.organisation_id = t.organisation_id AND p.snapshot_id = t.snapshot_id AND p.path = $3
           WHERE t.organisation_id = $1 AND t.id = $2`,
    values: [organisationId, transferId, path],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return {
    snapshotId: row.snapshot_id,
    ordinal: row.ordinal,
    path: row.path,
    mediaType: row.media_type,
    length: Number(row.length),
    sha256: row.sha256,
    ownerId: row.owner_id,
    status: row.effective_status,
    claimId: row.claim_id,
  };
}
