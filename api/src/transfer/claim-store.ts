import type { Context } from '../context.js';

/** Each call of a claimant keeps its claim standing; a no-op for everybody else and for a claim just renewed. */
export async function touchClaim(
  { pool, viewer }: Pick<Context, 'pool' | 'viewer'>,
  transferId: string,
): Promise<void> {
  if (viewer.claimId === null) return;
  await pool.query({
    name: 'transfer_touch_claim',
    text: 'SELECT transfer_touch_claim($1, $2, $3)',
    values: [viewer.organisationId, transferId, viewer.claimId],
  });
}
