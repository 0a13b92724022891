import type { Services } from '../../context.js';
import type { PartContent } from '../../http/doors.js';
import { recordAudit } from '../../principal/store.js';
import type { Viewer } from '../../principal/viewer.js';
import { touchClaim } from '../claim-store.js';
import { findPart, readPartBytes } from './store.js';

const READABLE_BY_CLAIMANT = ['pushed', 'active', 'insolvent'];

/**
 * The content of one part, for whoever holds `transfer:content` (judged at the door) and may see this transfer; null
 * for all others, as if it did not exist. A claimant reads from the push to the end. Each read is an audit line.
 */
export async function readPart(
  { pool, viewer, requestId }: Pick<Services, 'pool'> & { viewer: Viewer; requestId: string },
  transferId: string,
  path: string,
): Promise<PartContent | null> {
  const part = await findPart(pool, viewer.organisationId, transferId, path);
  if (part === null || !mayRead(viewer, transferId, part)) return null;
  // A download may take longer than a claim stands between two questions for the status.
  await touchClaim({ pool, viewer }, transferId);
  await recordAudit(
    { pool, viewer, requestId },
    { action: 'partRead', subject: transferId, outcome: 'done' },
  );
  const { length, mediaType, sha256 } = part;
  return {
    length,
    mediaType,
    sha256,
    bytes: readPartBytes(pool, viewer.organisationId, part.snapshotId, part),
  };
}

function mayRead(
  viewer: Viewer,
  transferId: string,
  part: { ownerId: string; status: string; claimId: string | null },
): boolean {
  if (viewer.sees === 'organisation') return true;
  if (viewer.sees === 'own') return part.ownerId === viewer.id;
  return (
    viewer.sees === 'claim' &&
    viewer.transferId === transferId &&
    viewer.claimId === part.claimId &&
    READABLE_BY_CLAIMANT.includes(part.status)
  );
}
