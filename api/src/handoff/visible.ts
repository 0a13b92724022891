import type { Prisma } from '../gen/prisma/client.js';
import type { Viewer } from '../principal/viewer.js';

/** The threads a viewer knows of, for reads; `handoff_gate` in the migrations is the same for writes. */
export function visibleHandoffs(viewer: Viewer): Prisma.HandoffWhereInput & { organisationId: string } {
  const { organisationId } = viewer;
  if (viewer.scopes.has('handoff:read-all')) return { organisationId };
  const personId = viewer.personId ?? '';
  return { organisationId, OR: [{ senderId: personId }, { recipientId: personId }] };
}
