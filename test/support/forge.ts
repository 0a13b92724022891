import { newId } from '../../api/src/ids.js';
import { signToken, type TokenClaims } from '../../api/src/transfer/token.js';
import { OFFER } from './actor.js';
import type { Scene } from './scene.js';

const FIVE_MINUTES_MS = 300_000;

/** What the server would put into a token of this scope now, whatever the state; `change` bends it. */
export async function claimsFor(
  scene: Scene,
  scope: 'provision_runtime' | 'activate',
  change: Partial<TokenClaims> = {},
): Promise<TokenClaims> {
  const row = await scene.world.judge.transfer(scene.id);
  const running = row.status === 'active' || row.status === 'insolvent';
  const provision = { tier: OFFER.tier, ceiling: '1000000000', pool: OFFER.pool, graceMs: 60_000 };
  const activate = running
    ? { epoch: row.epoch as number }
    : { verification: (row.verification_id as string | null) ?? newId('verification') };
  return {
    jti: newId('transferToken'),
    scope,
    transfer: scene.id,
    checksum: scene.checksum,
    redeemer: scene.agent.id,
    expiresAt: (await scene.world.db.now()).getTime() + FIVE_MINUTES_MS,
    ...(scope === 'provision_runtime' ? { provision } : activate),
    ...change,
  };
}

/** A token of such claims under the server's own secret: valid, but for what `change` bends. */
export async function forgeToken(...args: Parameters<typeof claimsFor>): Promise<string> {
  return signToken(args[0].world.services.tokenKeys, await claimsFor(...args));
}
