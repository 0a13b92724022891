/**
 * What Baton promises, one row a rule, and the step that owes it. Tests cite the rules they show by `shows(…)`;
 * requirements.test.ts holds that every rule of the steps built so far is cited and that nobody cites another.
 */
export interface Requirement {
  readonly sentence: string;
  /** Number of the step that owes it. */
  readonly since: number;
}

/** The last step that is built. */
export const BUILT = 3;

const LIFECYCLE = 2;
const FEED = 3;
const BRIDGE = 5;
const HANDOFF = 6;

export const REQUIREMENTS = {
  T1: {
    since: LIFECYCLE,
    sentence: 'A move is one guarded write, id and expected state in one WHERE; losing is STATE_CHANGED.',
  },
  T2: {
    since: LIFECYCLE,
    sentence:
      'State, event, token, key and budget of a move are one transaction; a refused move burns no token.',
  },
  T3: {
    since: LIFECYCLE,
    sentence: 'Deadlines are judged by the database clock at the moment of the write and effective at once.',
  },
  T4: {
    since: LIFECYCLE,
    sentence: 'One live owner per session: epochs, fencing, one claim at a time, leases, replacement.',
  },
  T5: { since: LIFECYCLE, sentence: 'Money is exact.' },
  T6: { since: LIFECYCLE, sentence: 'A usage report counts once per transfer, reporter and id.' },
  T7: { since: LIFECYCLE, sentence: 'One insolvent event per crossing; late spend goes to late usage.' },
  T8: {
    since: LIFECYCLE,
    sentence: 'Holds, exhaustion, top-ups and warnings; the ledger adds up to spent, always.',
  },
  T9: { since: LIFECYCLE, sentence: 'Hard ceilings of a tier apply whatever the budget.' },
  T10: { since: LIFECYCLE, sentence: 'Snapshots are immutable; nothing disappears silently.' },
  T11: {
    since: LIFECYCLE,
    sentence: 'Status never returns session content; content needs its scope and is logged.',
  },
  T12: {
    since: LIFECYCLE,
    sentence: 'Whoever may not see a transfer gets the very answer of one that does not exist.',
  },
  T13: { since: LIFECYCLE, sentence: 'The order of refusals.' },

  H1: { since: HANDOFF, sentence: 'The order of refusals on a thread: terminal before role and state.' },
  H2: { since: HANDOFF, sentence: 'A payload agrees with its intent; paths and links are bounded.' },
  H3: {
    since: HANDOFF,
    sentence: 'An approval is bound to the digest of a proposal; no answer is no decision.',
  },
  H4: { since: HANDOFF, sentence: 'Stored, delivered, surfaced, accepted and read are separate facts.' },
  H5: { since: HANDOFF, sentence: "One agent's text reaches another only in an envelope." },
  H6: {
    since: HANDOFF,
    sentence: 'Threads are scanned for secrets before they leave and again in the server.',
  },
  H7: { since: HANDOFF, sentence: 'Threads stay in one organisation; a block stops new text alone.' },

  I1: {
    since: LIFECYCLE,
    sentence: 'A key is scoped to organisation, actor and operation, and lives 24 h from creation.',
  },
  I2: {
    since: LIFECYCLE,
    sentence: 'A replay is answered before token, state and mutable checks, after visibility.',
  },
  I3: {
    since: LIFECYCLE,
    sentence: 'Same payload: the first result. Other payload: DUPLICATE_IDEMPOTENCY_KEY.',
  },
  I4: {
    since: LIFECYCLE,
    sentence: 'While the first call runs a repeat waits at most 2 s, then IDEMPOTENCY_IN_PROGRESS.',
  },
  I5: { since: LIFECYCLE, sentence: 'Only refusals that are not retryable are stored.' },
  I6: { since: LIFECYCLE, sentence: 'Results that carry a secret are stored without it.' },
  I7: {
    since: LIFECYCLE,
    sentence: '`replayed` is true exactly when an earlier call had done what this one asked.',
  },

  F1: {
    since: LIFECYCLE,
    sentence: 'An event commits with what it tells; `sequence` is gapless per aggregate.',
  },
  F2: { since: FEED, sentence: 'Positions are given after commit, in the order of ids.' },
  F3: { since: FEED, sentence: 'Every subscription replays, then goes live: none missed, none twice.' },
  F4: { since: FEED, sentence: 'Wake-ups are hints.' },
  F5: { since: FEED, sentence: 'Rights are judged again for every event.' },
  F6: {
    since: LIFECYCLE,
    sentence: 'The audit log is append-only and names refused moves, content reads, key changes.',
  },
  F7: {
    since: LIFECYCLE,
    sentence: 'usage_reported is coalesced to one per transfer and second, crossings never.',
  },

  E1: { since: LIFECYCLE, sentence: 'Each refusal has its code and says whether it is retryable.' },
  E2: { since: LIFECYCLE, sentence: 'No stack, SQL, path, table or secret leaves the server.' },
  E3: { since: BRIDGE, sentence: 'The same wrong input has the same code on every face.' },

  K1: {
    since: LIFECYCLE,
    sentence:
      'A transfer token allows one operation on one transfer by one principal, once, for five minutes.',
  },
  K2: { since: LIFECYCLE, sentence: 'Every reason to reject a token has one message.' },
  K3: {
    since: LIFECYCLE,
    sentence: 'Keys are stored as hashes; a daemon may only claim, a claim credential is for one transfer.',
  },
  K4: {
    since: LIFECYCLE,
    sentence: 'Roles and kinds hold their scopes and nothing else, by CHECK for agents and runtimes.',
  },
  K5: {
    since: LIFECYCLE,
    sentence: 'Manifest, scopes and root fields each stop a raw agent credential alone.',
  },

  D1: {
    since: FEED,
    sentence: 'One table says who may ask what at which door; a door refuses what it does not list.',
  },
  D2: {
    since: FEED,
    sentence: 'Agents and runtimes run documents of their manifests alone, of every release, on every door.',
  },
  D3: { since: FEED, sentence: 'A document over a limit is refused on every door before any resolver runs.' },
  D4: {
    since: FEED,
    sentence: "No page of another's calls with somebody's rights; the schema is told by a setting alone.",
  },

  O1: {
    since: FEED,
    sentence:
      'An instance says whether it is fit and how it does; no figure and no line of the log holds a secret.',
  },
} as const satisfies Record<string, Requirement>;

export type RequirementId = keyof typeof REQUIREMENTS;

/** Begins the name of a test: the rules it shows. */
export function shows(...ids: readonly [RequirementId, ...RequirementId[]]): string {
  return `[${ids.join(' ')}] `;
}
