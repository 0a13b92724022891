import type { SceneState } from '../support/world.js';
import type { CastOptions } from './matrix-cast.js';

/** The short words of the tables below. */
export const WORDS: Record<string, string> = {
  ok: 'OK',
  FB: 'FORBIDDEN',
  NF: 'NOT_FOUND',
  WA: 'WRONG_ACTOR',
  TT: 'TRANSFER_TERMINAL',
  FE: 'FENCED',
  SC: 'STATE_CHANGED',
  NR: 'NOT_READY',
  SD: 'SECRET_DETECTED',
  // Refused, and what was spent is recorded as late: the one refusal that writes an event.
  'FE+': 'FENCED',
  'TT+': 'TRANSFER_TERMINAL',
  // Nobody is this actor here.
  '-': '',
};

/**
 * Every state × action × actor, written out by hand from the rules, never derived from them. Columns: stager, another
 * agent, orchestrator, admin, operator, developer who owns the agent | daemon of the pool, daemon of another |
 * claimant, stale claimant | integrator, orchestrator of another organisation.
 */
export const MATRIX: { name: string; state: SceneState; options?: CastOptions; table: string }[] = [
  {
    name: 'staged',
    state: 'staged',
    table: `
      stage         ok NF ok NF NF FB | FB FB | -  -  | FB NF
      acceptSecrets FB FB SC SC SC SC | FB FB | -  -  | FB NF
      mintProvision FB FB ok ok ok FB | FB FB | -  -  | FB NF
      mintActivate  FB FB NR NR NR FB | FB FB | -  -  | FB NF
      provision     ok NF ok FB FB FB | FB FB | -  -  | FB NF
      claim         FB FB FB FB FB FB | NF NF | -  -  | FB FB
      push          SC NF SC FB FB FB | FB FB | -  -  | FB NF
      verify        FB FB WA FB FB FB | FB FB | -  -  | FB NF
      activate      SC NF SC FB FB FB | FB FB | -  -  | FB NF
      renew         FB FB WA FB FB FB | FB FB | -  -  | FB NF
      hold          FB FB WA FB FB FB | FB FB | -  -  | FB NF
      settle        FB FB WA FB FB FB | FB FB | -  -  | FB NF
      report        FB FB WA FB FB FB | FB FB | -  -  | FB NF
      topUp         FB FB SC SC SC FB | FB FB | -  -  | FB NF
      replace       FB FB SC WA WA FB | FB FB | -  -  | FB NF
      terminate     FB FB ok ok ok FB | FB FB | -  -  | FB NF
      teardown      FB FB WA FB FB FB | FB FB | -  -  | FB NF
      fork          FB FB ok ok WA FB | FB FB | -  -  | FB NF`,
  },
  {
    name: 'staged with unaccepted secrets',
    state: 'staged',
    options: { secrets: true },
    table: `
      stage         ok NF ok NF NF FB | FB FB | -  -  | FB NF
      acceptSecrets FB FB ok ok ok ok | FB FB | -  -  | FB NF
      provision     ok NF ok FB FB FB | FB FB | -  -  | FB NF
      push          SC NF SC FB FB FB | FB FB | -  -  | FB NF`,
  },
  {
    name: 'provisioned',
    state: 'provisioned',
    table: `
      stage         ok NF ok NF NF FB | FB FB | -  -  | FB NF
      acceptSecrets FB FB SC SC SC SC | FB FB | -  -  | FB NF
      mintProvision FB FB SC SC SC FB | FB FB | -  -  | FB NF
      mintActivate  FB FB NR NR NR FB | FB FB | -  -  | FB NF
      provision     SC NF SC FB FB FB | FB FB | -  -  | FB NF
      claim         FB FB FB FB FB FB | ok NF | -  -  | FB FB
      push          ok NF ok FB FB FB | FB FB | -  -  | FB NF
      verify        FB FB WA FB FB FB | FB FB | -  -  | FB NF
      activate      SC NF SC FB FB FB | FB FB | -  -  | FB NF
      renew         FB FB WA FB FB FB | FB FB | -  -  | FB NF
      hold          FB FB WA FB FB FB | FB FB | -  -  | FB NF
      settle        FB FB WA FB FB FB | FB FB | -  -  | FB NF
      report        FB FB WA FB FB FB | FB FB | -  -  | FB NF
      topUp         FB FB SC SC SC FB | FB FB | -  -  | FB NF
      replace       FB FB SC WA WA FB | FB FB | -  -  | FB NF
      terminate     FB FB ok ok ok FB | FB FB | -  -  | FB NF
      teardown      FB FB WA FB FB FB | FB FB | -  -  | FB NF
      fork          FB FB ok ok WA FB | FB FB | -  -  | FB NF`,
  },
  {
    name: 'provisioned with unaccepted secrets',
    state: 'provisioned',
    options: { secrets: true },
    table: `
      stage         ok NF ok NF NF FB | FB FB | -  -  | FB NF
      acceptSecrets FB FB ok ok ok ok | FB FB | -  -  | FB NF
      claim         FB FB FB FB FB FB | ok NF | -  -  | FB FB
      push          SD NF SD FB FB FB | FB FB | -  -  | FB NF`,
  },
  {
    name: 'provisioned and claimed',
    state: 'claimed',
    table: `
      stage         ok NF ok NF NF FB | FB FB | NF NF | FB NF
      acceptSecrets FB FB SC SC SC SC | FB FB | FB FB | FB NF
      mintProvision FB FB SC SC SC FB | FB FB | FB FB | FB NF
      mintActivate  FB FB NR NR NR FB | FB FB | FB FB | FB NF
      provision     SC NF SC FB FB FB | FB FB | FB FB | FB NF
      claim         FB FB FB FB FB FB | SC NF | FB FB | FB FB
      push          ok NF ok FB FB FB | FB FB | FB FB | FB NF
      verify        FB FB WA FB FB FB | FB FB | SC WA | FB NF
      activate      SC NF SC FB FB FB | FB FB | FB FB | FB NF
      renew         FB FB WA FB FB FB | FB FB | SC SC | FB NF
      hold          FB FB WA FB FB FB | FB FB | SC SC | FB NF
      settle        FB FB WA FB FB FB | FB FB | SC SC | FB NF
      report        FB FB WA FB FB FB | FB FB | SC SC | FB NF
      topUp         FB FB SC SC SC FB | FB FB | FB FB | FB NF
      replace       FB FB SC WA WA FB | FB FB | FB FB | FB NF
      terminate     FB FB ok ok ok FB | FB FB | FB FB | FB NF
      teardown      FB FB WA FB FB FB | FB FB | SC WA | FB NF
      fork          FB FB ok ok WA FB | FB FB | FB FB | FB NF`,
  },
  {
    name: 'pushed',
    state: 'pushed',
    table: `
      stage         ok NF ok NF NF FB | FB FB | NF NF | FB NF
      acceptSecrets FB FB SC SC SC SC | FB FB | FB FB | FB NF
      mintProvision FB FB SC SC SC FB | FB FB | FB FB | FB NF
      mintActivate  FB FB NR NR NR FB | FB FB | FB FB | FB NF
      provision     SC NF SC FB FB FB | FB FB | FB FB | FB NF
      claim         FB FB FB FB FB FB | SC NF | FB FB | FB FB
      push          SC NF SC FB FB FB | FB FB | FB FB | FB NF
      verify        FB FB WA FB FB FB | FB FB | ok WA | FB NF
      activate      NR NF NR FB FB FB | FB FB | FB FB | FB NF
      renew         FB FB WA FB FB FB | FB FB | SC SC | FB NF
      hold          FB FB WA FB FB FB | FB FB | SC SC | FB NF
      settle        FB FB WA FB FB FB | FB FB | SC SC | FB NF
      report        FB FB WA FB FB FB | FB FB | SC SC | FB NF
      topUp         FB FB SC SC SC FB | FB FB | FB FB | FB NF
      replace       FB FB SC WA WA FB | FB FB | FB FB | FB NF
      terminate     FB FB ok ok ok FB | FB FB | FB FB | FB NF
      teardown      FB FB WA FB FB FB | FB FB | SC WA | FB NF
      fork          FB FB ok ok WA FB | FB FB | FB FB | FB NF`,
  },
  {
    name: 'pushed and verified',
    state: 'verified',
    table: `
      stage         ok NF ok NF NF FB | FB FB | NF NF | FB NF
      mintActivate  FB FB ok ok ok FB | FB FB | FB FB | FB NF
      claim         FB FB FB FB FB FB | SC NF | FB FB | FB FB
      push          SC NF SC FB FB FB | FB FB | FB FB | FB NF
      verify        FB FB WA FB FB FB | FB FB | ok WA | FB NF
      activate      ok NF ok FB FB FB | FB FB | FB FB | FB NF
      report        FB FB WA FB FB FB | FB FB | SC SC | FB NF
      terminate     FB FB ok ok ok FB | FB FB | FB FB | FB NF`,
  },
  {
    name: 'active',
    state: 'active',
    options: { openHold: true },
    table: `
      stage         NF NF ok NF NF FB | FB FB | ok NF | FB NF
      acceptSecrets FB FB SC SC SC SC | FB FB | FB FB | FB NF
      mintProvision FB FB SC SC SC FB | FB FB | FB FB | FB NF
      mintActivate  FB FB ok ok ok FB | FB FB | FB FB | FB NF
      provision     SC NF SC FB FB FB | FB FB | FB FB | FB NF
      claim         FB FB FB FB FB FB | SC NF | FB FB | FB FB
      push          SC NF SC FB FB FB | FB FB | FB FB | FB NF
      verify        FB FB WA FB FB FB | FB FB | SC WA | FB NF
      activate      SC NF SC FB FB FB | FB FB | FB FB | FB NF
      renew         FB FB WA FB FB FB | FB FB | ok WA | FB NF
      hold          FB FB WA FB FB FB | FB FB | ok WA | FB NF
      settle        FB FB WA FB FB FB | FB FB | ok WA | FB NF
      report        FB FB WA FB FB FB | FB FB | ok WA | FB NF
      topUp         FB FB ok ok ok FB | FB FB | FB FB | FB NF
      replace       FB FB NR WA WA FB | FB FB | FB FB | FB NF
      terminate     FB FB ok ok ok FB | FB FB | FB FB | FB NF
      teardown      FB FB WA FB FB FB | FB FB | SC WA | FB NF
      fork          FB FB ok ok WA FB | FB FB | FB FB | FB NF`,
  },
  {
    name: 'active and exhausted',
    state: 'exhausted',
    options: { openHold: true },
    table: `
      stage         NF NF ok NF NF FB | FB FB | ok NF | FB NF
      claim         FB FB FB FB FB FB | SC NF | FB FB | FB FB
      renew         FB FB WA FB FB FB | FB FB | ok WA | FB NF
      hold          FB FB WA FB FB FB | FB FB | ok WA | FB NF
      settle        FB FB WA FB FB FB | FB FB | ok WA | FB NF
      report        FB FB WA FB FB FB | FB FB | ok WA | FB NF
      topUp         FB FB ok ok ok FB | FB FB | FB FB | FB NF
      replace       FB FB NR WA WA FB | FB FB | FB FB | FB NF
      terminate     FB FB ok ok ok FB | FB FB | FB FB | FB NF`,
  },
  {
    name: 'active, its lease lapsed',
    state: 'lapsed',
    options: { openHold: true },
    table: `
      stage         NF NF ok NF NF FB | FB FB | ok NF | FB NF
      mintActivate  FB FB ok ok ok FB | FB FB | FB FB | FB NF
      claim         FB FB FB FB FB FB | SC NF | FB FB | FB FB
      verify        FB FB WA FB FB FB | FB FB | SC WA | FB NF
      renew         FB FB WA FB FB FB | FB FB | ok WA | FB NF
      hold          FB FB WA FB FB FB | FB FB | NR WA | FB NF
      settle        FB FB WA FB FB FB | FB FB | ok WA | FB NF
      report        FB FB WA FB FB FB | FB FB | ok WA | FB NF
      topUp         FB FB ok ok ok FB | FB FB | FB FB | FB NF
      replace       FB FB ok WA WA FB | FB FB | FB FB | FB NF
      terminate     FB FB ok ok ok FB | FB FB | FB FB | FB NF`,
  },
  {
    name: 'active, its runtime replaced',
    state: 'replaced',
    options: { openHold: true },
    table: `
      stage         NF NF ok NF NF FB | FB FB | -  NF | FB NF
      mintActivate  FB FB ok ok ok FB | FB FB | -  FB | FB NF
      claim         FB FB FB FB FB FB | ok NF | -  FB | FB FB
      push          SC NF SC FB FB FB | FB FB | -  FB | FB NF
      verify        FB FB WA FB FB FB | FB FB | -  WA | FB NF
      activate      SC NF SC FB FB FB | FB FB | -  FB | FB NF
      renew         FB FB WA FB FB FB | FB FB | -  FE | FB NF
      hold          FB FB WA FB FB FB | FB FB | -  FE | FB NF
      settle        FB FB WA FB FB FB | FB FB | -  FE+ | FB NF
      report        FB FB WA FB FB FB | FB FB | -  FE+ | FB NF
      topUp         FB FB ok ok ok FB | FB FB | -  FB | FB NF
      replace       FB FB NR WA WA FB | FB FB | -  FB | FB NF
      terminate     FB FB ok ok ok FB | FB FB | -  FB | FB NF
      teardown      FB FB WA FB FB FB | FB FB | -  WA | FB NF`,
  },
  {
    name: 'active, its runtime replaced and the next has claimed',
    state: 'replaced',
    options: { openHold: true, reclaimed: true },
    table: `
      stage         NF NF ok NF NF FB | FB FB | NF NF | FB NF
      claim         FB FB FB FB FB FB | SC NF | FB FB | FB FB
      verify        FB FB WA FB FB FB | FB FB | ok WA | FB NF
      renew         FB FB WA FB FB FB | FB FB | WA FE | FB NF
      hold          FB FB WA FB FB FB | FB FB | WA FE | FB NF
      settle        FB FB WA FB FB FB | FB FB | WA FE+ | FB NF
      report        FB FB WA FB FB FB | FB FB | WA FE+ | FB NF
      teardown      FB FB WA FB FB FB | FB FB | SC WA | FB NF`,
  },
  {
    name: 'insolvent',
    state: 'insolvent',
    options: { openHold: true },
    table: `
      stage         NF NF ok NF NF FB | FB FB | ok NF | FB NF
      acceptSecrets FB FB SC SC SC SC | FB FB | FB FB | FB NF
      mintProvision FB FB SC SC SC FB | FB FB | FB FB | FB NF
      mintActivate  FB FB ok ok ok FB | FB FB | FB FB | FB NF
      provision     SC NF SC FB FB FB | FB FB | FB FB | FB NF
      claim         FB FB FB FB FB FB | SC NF | FB FB | FB FB
      push          SC NF SC FB FB FB | FB FB | FB FB | FB NF
      verify        FB FB WA FB FB FB | FB FB | SC WA | FB NF
      activate      SC NF SC FB FB FB | FB FB | FB FB | FB NF
      renew         FB FB WA FB FB FB | FB FB | ok WA | FB NF
      hold          FB FB WA FB FB FB | FB FB | SC WA | FB NF
      settle        FB FB WA FB FB FB | FB FB | ok WA | FB NF
      report        FB FB WA FB FB FB | FB FB | ok WA | FB NF
      topUp         FB FB ok ok ok FB | FB FB | FB FB | FB NF
      replace       FB FB NR WA WA FB | FB FB | FB FB | FB NF
      terminate     FB FB ok ok ok FB | FB FB | FB FB | FB NF
      teardown      FB FB WA FB FB FB | FB FB | SC WA | FB NF
      fork          FB FB ok ok WA FB | FB FB | FB FB | FB NF`,
  },
  {
    name: 'terminated',
    state: 'terminated',
    options: { openHold: true },
    table: `
      stage         ok NF ok NF NF FB | FB FB | NF NF | FB NF
      acceptSecrets FB FB TT TT TT TT | FB FB | FB FB | FB NF
      mintProvision FB FB TT TT TT FB | FB FB | FB FB | FB NF
      mintActivate  FB FB TT TT TT FB | FB FB | FB FB | FB NF
      provision     TT NF TT FB FB FB | FB FB | FB FB | FB NF
      claim         FB FB FB FB FB FB | TT NF | FB FB | FB FB
      push          TT NF TT FB FB FB | FB FB | FB FB | FB NF
      verify        FB FB WA FB FB FB | FB FB | TT WA | FB NF
      activate      TT NF TT FB FB FB | FB FB | FB FB | FB NF
      renew         FB FB WA FB FB FB | FB FB | TT WA | FB NF
      hold          FB FB WA FB FB FB | FB FB | TT WA | FB NF
      settle        FB FB WA FB FB FB | FB FB | TT+ WA | FB NF
      report        FB FB WA FB FB FB | FB FB | TT+ WA | FB NF
      topUp         FB FB TT TT TT FB | FB FB | FB FB | FB NF
      replace       FB FB TT WA WA FB | FB FB | FB FB | FB NF
      terminate     FB FB TT TT TT FB | FB FB | FB FB | FB NF
      teardown      FB FB WA FB FB FB | FB FB | ok WA | FB NF
      fork          FB FB ok ok WA FB | FB FB | FB FB | FB NF`,
  },
  {
    name: 'terminated before it was provisioned',
    state: 'abandoned',
    table: `
      stage         ok NF ok NF NF FB | FB FB | -  -  | FB NF
      provision     TT NF TT FB FB FB | FB FB | -  -  | FB NF
      claim         FB FB FB FB FB FB | NF NF | -  -  | FB FB
      terminate     FB FB TT TT TT FB | FB FB | -  -  | FB NF
      teardown      FB FB WA FB FB FB | FB FB | -  -  | FB NF
      fork          FB FB ok ok WA FB | FB FB | -  -  | FB NF`,
  },
  {
    name: 'expired',
    state: 'expired',
    table: `
      stage         ok NF ok NF NF FB | FB FB | NF NF | FB NF
      acceptSecrets FB FB TT TT TT TT | FB FB | FB FB | FB NF
      mintProvision FB FB TT TT TT FB | FB FB | FB FB | FB NF
      mintActivate  FB FB TT TT TT FB | FB FB | FB FB | FB NF
      provision     TT NF TT FB FB FB | FB FB | FB FB | FB NF
      claim         FB FB FB FB FB FB | TT NF | FB FB | FB FB
      push          TT NF TT FB FB FB | FB FB | FB FB | FB NF
      verify        FB FB WA FB FB FB | FB FB | TT WA | FB NF
      activate      TT NF TT FB FB FB | FB FB | FB FB | FB NF
      renew         FB FB WA FB FB FB | FB FB | TT TT | FB NF
      hold          FB FB WA FB FB FB | FB FB | TT TT | FB NF
      settle        FB FB WA FB FB FB | FB FB | TT TT | FB NF
      report        FB FB WA FB FB FB | FB FB | TT TT | FB NF
      topUp         FB FB TT TT TT FB | FB FB | FB FB | FB NF
      replace       FB FB TT WA WA FB | FB FB | FB FB | FB NF
      terminate     FB FB TT TT TT FB | FB FB | FB FB | FB NF
      teardown      FB FB WA FB FB FB | FB FB | ok WA | FB NF
      fork          FB FB ok ok WA FB | FB FB | FB FB | FB NF`,
  },
  {
    name: 'staged and fenced',
    state: 'staged',
    options: { fenced: true, secrets: true },
    table: `
      stage         ok NF ok NF NF FB | FB FB | -  -  | FB NF
      acceptSecrets FB FB FE FE FE FE | FB FB | -  -  | FB NF
      mintProvision FB FB FE FE FE FB | FB FB | -  -  | FB NF
      provision     FE NF FE FB FB FB | FB FB | -  -  | FB NF
      push          FE NF FE FB FB FB | FB FB | -  -  | FB NF
      activate      FE NF FE FB FB FB | FB FB | -  -  | FB NF
      topUp         FB FB SC SC SC FB | FB FB | -  -  | FB NF
      terminate     FB FB ok ok ok FB | FB FB | -  -  | FB NF
      fork          FB FB ok ok WA FB | FB FB | -  -  | FB NF`,
  },
  {
    name: 'provisioned and fenced',
    state: 'provisioned',
    options: { fenced: true },
    table: `
      stage         ok NF ok NF NF FB | FB FB | -  -  | FB NF
      provision     FE NF FE FB FB FB | FB FB | -  -  | FB NF
      claim         FB FB FB FB FB FB | FE NF | -  -  | FB FB
      push          FE NF FE FB FB FB | FB FB | -  -  | FB NF
      activate      FE NF FE FB FB FB | FB FB | -  -  | FB NF
      terminate     FB FB ok ok ok FB | FB FB | -  -  | FB NF`,
  },
  {
    name: 'pushed, verified and fenced',
    state: 'verified',
    options: { fenced: true },
    table: `
      stage         ok NF ok NF NF FB | FB FB | NF NF | FB NF
      mintActivate  FB FB FE FE FE FB | FB FB | FB FB | FB NF
      claim         FB FB FB FB FB FB | FE NF | FB FB | FB FB
      push          FE NF FE FB FB FB | FB FB | FB FB | FB NF
      verify        FB FB WA FB FB FB | FB FB | FE WA | FB NF
      activate      FE NF FE FB FB FB | FB FB | FB FB | FB NF
      terminate     FB FB ok ok ok FB | FB FB | FB FB | FB NF`,
  },
  {
    name: 'pushed in pool manual',
    state: 'pushed',
    options: { pool: 'manual' },
    table: `
      stage         ok NF ok NF NF FB | FB FB | -  -  | FB NF
      mintActivate  FB FB NR NR NR FB | FB FB | -  -  | FB NF
      claim         FB FB FB FB FB FB | NF NF | -  -  | FB FB
      verify        FB FB ok FB FB FB | FB FB | -  -  | FB NF
      activate      NR NF NR FB FB FB | FB FB | -  -  | FB NF
      renew         FB FB SC FB FB FB | FB FB | -  -  | FB NF
      report        FB FB SC FB FB FB | FB FB | -  -  | FB NF
      terminate     FB FB ok ok ok FB | FB FB | -  -  | FB NF
      teardown      FB FB SC FB FB FB | FB FB | -  -  | FB NF`,
  },
  {
    name: 'active in pool manual',
    state: 'active',
    options: { pool: 'manual', openHold: true },
    table: `
      stage         NF NF ok NF NF FB | FB FB | -  -  | FB NF
      claim         FB FB FB FB FB FB | NF NF | -  -  | FB FB
      verify        FB FB SC FB FB FB | FB FB | -  -  | FB NF
      renew         FB FB ok FB FB FB | FB FB | -  -  | FB NF
      hold          FB FB ok FB FB FB | FB FB | -  -  | FB NF
      settle        FB FB ok FB FB FB | FB FB | -  -  | FB NF
      report        FB FB ok FB FB FB | FB FB | -  -  | FB NF
      topUp         FB FB ok ok ok FB | FB FB | -  -  | FB NF
      replace       FB FB NR WA WA FB | FB FB | -  -  | FB NF
      terminate     FB FB ok ok ok FB | FB FB | -  -  | FB NF
      teardown      FB FB SC FB FB FB | FB FB | -  -  | FB NF`,
  },
  {
    name: 'terminated in pool manual',
    state: 'terminated',
    options: { pool: 'manual', openHold: true },
    table: `
      stage         ok NF ok NF NF FB | FB FB | -  -  | FB NF
      claim         FB FB FB FB FB FB | NF NF | -  -  | FB FB
      verify        FB FB TT FB FB FB | FB FB | -  -  | FB NF
      renew         FB FB TT FB FB FB | FB FB | -  -  | FB NF
      hold          FB FB TT FB FB FB | FB FB | -  -  | FB NF
      settle        FB FB TT+ FB FB FB | FB FB | -  -  | FB NF
      report        FB FB TT+ FB FB FB | FB FB | -  -  | FB NF
      teardown      FB FB ok FB FB FB | FB FB | -  -  | FB NF`,
  },
];
