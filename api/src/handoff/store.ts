import { chunkBytes, sha256Hex } from '@baton/sessions';
import pg from 'pg';
import type { Context } from '../context.js';
import { statement } from '../db/pool.js';
import { recordAudit } from '../principal/store.js';
import { storeChunks, unpackChunk } from '../transfer/snapshot/store.js';
import type { Artifact } from './artifact.js';

/** The functions of the migrations that move a thread. */
export type ThreadMove =
  | 'handoff_send'
  | 'handoff_accept'
  | 'handoff_cancel'
  | 'handoff_send_message'
  | 'handoff_complete'
  | 'proposal_revise'
  | 'proposal_decide';

/** Whether a keyed call failed since the first with its key still runs: only the claim of a key has a lock timeout. */
export const isKeyInProgress = (error: unknown, keyed: boolean): boolean =>
  error instanceof pg.DatabaseError && error.code === '55P03' && keyed;

/** Content up to this many bytes stands in the artifact's row; more lies in chunks. */
const INLINE = 16 * 1024;

/** An artifact as the moves take it. */
export interface StoredArtifact {
  readonly type: string;
  readonly fields: Record<string, unknown>;
  readonly content?: string | undefined;
  readonly length?: number | undefined;
  readonly sha256?: string | undefined;
  readonly chunks: readonly string[];
}

/** Stores what is large; nobody can see a chunk until a message names it. */
export async function storeArtifacts(
  pool: pg.Pool,
  organisationId: string,
  artifacts: readonly Artifact[],
): Promise<StoredArtifact[]> {
  const cut = artifacts.map(({ type, fields, content }) => {
    if (content === null) return { artifact: { type, fields }, chunks: [] };
    const bytes = Buffer.from(content, 'utf8');
    const facts = { type, fields, length: bytes.byteLength, sha256: sha256Hex(bytes) };
    return bytes.byteLength <= INLINE
      ? { artifact: { ...facts, content }, chunks: [] }
      : { artifact: facts, chunks: [...chunkBytes(bytes)] };
  });
  const chunks = cut.flatMap((item) => item.chunks);
  if (chunks.length > 0) await storeChunks(pool, organisationId, chunks);
  return cut.map((item) => ({ ...item.artifact, chunks: item.chunks.map(({ sha256 }) => sha256) }));
}

const selectChunks = statement<{ sha256: string; data: Buffer | null }>(
  'handoff_artifact_chunks',
  `SELECT a.sha256, c.data FROM handoff_artifact_chunk a
   LEFT JOIN chunk c ON c.organisation_id = a.organisation_id AND c.sha256 = a.sha256
   WHERE a.organisation_id = $1 AND a.handoff_id = $2 AND a.sequence_no = $3 AND a.artifact_ordinal = $4
   ORDER BY a.ordinal`,
);

export interface ArtifactPlace {
  readonly organisationId: string;
  readonly handoffId: string;
  readonly sequenceNo: number;
  readonly ordinal: number;
}

/** The content of an artifact that lies in chunks, each checked against its hash. */
export async function contentOfArtifact(
  pool: pg.Pool,
  { organisationId, handoffId, sequenceNo, ordinal }: ArtifactPlace,
): Promise<string> {
  const rows = await selectChunks(pool, [organisationId, handoffId, sequenceNo, ordinal]);
  const chunks: Buffer[] = [];
  for (const { sha256, data } of rows) chunks.push(await unpackChunk(sha256, data));
  return Buffer.concat(chunks).toString('utf8');
}

/** Facts of delivery; each is noted once, and none follows from another. */
export type DeliveryFact = 'delivered' | 'surfaced' | 'read';

const note = statement<never>('handoff_note', 'SELECT handoff_note($1, $2, $3, $4, $5)');

/** Notes a fact of threads for one side; `seen`: the last message it was shown. */
export async function noteDelivery(
  pool: pg.Pool,
  organisationId: string,
  personId: string,
  fact: DeliveryFact,
  ids: readonly string[],
  seen = 0,
): Promise<void> {
  if (ids.length > 0) await note(pool, [organisationId, ids, personId, fact, seen]);
}

const countUnread = statement<{ count: number }>(
  'handoff_count_unread',
  `SELECT count(*)::integer AS count FROM handoff
   WHERE organisation_id = $1 AND recipient_id = $2 AND unread_by_recipient`,
);

/** Threads to this person with a message its side was not shown. */
export async function unreadCount(pool: pg.Pool, organisationId: string, personId: string): Promise<number> {
  const [row] = await countUnread(pool, [organisationId, personId]);
  return row?.count ?? 0;
}

/** Writes down that somebody of neither side, who may read every thread, was shown this one. */
export async function auditReading(context: Context, thread: string): Promise<void> {
  await recordAudit(context, { action: 'handoffRead', subject: thread, outcome: 'done' });
}
