import type { Prisma } from '../gen/prisma/client.js';
import type { Viewer } from '../principal/viewer.js';
import type { TransferRecord } from './record.js';

/**
 * The transfers a viewer may read further of once a move has answered them. A daemon has claimed them, a claimant has
 * staged its own session's next, though neither is theirs to ask for.
 */
export function answeredTransfers(viewer: Viewer): Prisma.TransferWhereInput & { organisationId: string } {
  if (viewer.kind !== 'runtime') return visibleTransfers(viewer);
  const { organisationId, id, transferId } = viewer;
  return { organisationId, OR: [{ id: transferId ?? '' }, { claimedBy: id }, { stagedBy: id }] };
}

/** The transfers a viewer knows of, for reads; `transfer_visible` in the migrations is the same for writes. */
export function visibleTransfers(viewer: Viewer): Prisma.TransferWhereInput & { organisationId: string } {
  const { organisationId } = viewer;
  switch (viewer.sees) {
    case 'organisation':
      return { organisationId };
    case 'own':
      return { organisationId, ownerId: viewer.id };
    case 'staged':
      return { organisationId, stagedBy: viewer.id };
    case 'claim':
      return { organisationId, id: viewer.transferId ?? '' };
    case 'pool':
      // A daemon learns of what it could claim by `claimableTransfers` alone.
      return { organisationId, id: '' };
  }
}

/** What a `TransferFilter` asks for; null and absent fields do not restrict. */
export interface TransferMatch {
  readonly status?: readonly string[] | null | undefined;
  readonly tier?: string | null | undefined;
  readonly sourceHost?: string | null | undefined;
  readonly stagedBy?: string | null | undefined;
  readonly session?: string | null | undefined;
}

export function matching(filter: TransferMatch | null | undefined): Prisma.TransferWhereInput {
  const { status, tier, sourceHost, stagedBy, session } = filter ?? {};
  return {
    ...(status && { effectiveStatus: { in: [...status] } }),
    ...(tier && { tier }),
    ...(sourceHost && { sourceHost }),
    ...(stagedBy && { stagedBy }),
    ...(session && { sessionId: session }),
  };
}

/**
 * Whether a transfer shows this viewer no more than it needs to wait: to a runtime, until the push and for ever without
 * one. What a claimant staged itself, its session's next transfer, is not closed to it.
 */
export function isClosedTo(
  viewer: Viewer,
  { id, pushedAt }: Pick<TransferRecord, 'id' | 'pushedAt'>,
): boolean {
  return viewer.kind === 'runtime' && pushedAt === null && (viewer.transferId ?? id) === id;
}
