import type { HostScheme } from '@baton/sessions';

/** Hard ceilings of a tier; they apply whatever the budget. */
export interface TierLimits {
  /** Cores. */
  readonly cpu: number;
  readonly memoryMiB: number;
  readonly pids: number;
  readonly diskMiB: number;
  readonly egressMiB: number;
}

export interface Tier extends TierLimits {
  readonly name: string;
  /** USD per hour in nano-dollars, for shown rates; 0 when time is not charged. */
  readonly rate: bigint;
}

/** What an operator decides; parsed by env.ts, passed everywhere. */
export interface Settings {
  /** From the smallest to the largest: a token for one serves those before it too. */
  readonly tiers: readonly Tier[];
  /** Schemes of credRef that name this host's own files and variables, refused unless listed. */
  readonly allowedHostSchemes: readonly HostScheme[];
}

export const DEFAULT_TIERS: readonly Tier[] = [
  { name: 'sandbox-small', cpu: 1, memoryMiB: 2048, pids: 256, diskMiB: 4096, egressMiB: 256, rate: 0n },
  { name: 'sandbox-medium', cpu: 2, memoryMiB: 4096, pids: 512, diskMiB: 16384, egressMiB: 1024, rate: 0n },
  { name: 'sandbox-large', cpu: 4, memoryMiB: 8192, pids: 1024, diskMiB: 65536, egressMiB: 4096, rate: 0n },
];

/** The tier of that name with its place in the order, or null. */
export function findTier(settings: Settings, name: string): { tier: Tier; rank: number } | null {
  const rank = settings.tiers.findIndex((tier) => tier.name === name);
  const tier = settings.tiers[rank];
  return tier === undefined ? null : { tier, rank };
}
