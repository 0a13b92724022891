import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../api/src/ids.js';
import { shows } from '../requirements.js';
import { PROPOSED, proposing, type Sides, sides, type ThreadState, threadIn } from '../support/thread.js';
import { type Actor, type Answer, codeOf, createWorld, type World } from '../support/world.js';

/** The columns of the tables. */
const ACTORS = [
  'sender',
  'senderAgent',
  'recipient',
  'recipientAgent',
  'otherAgent',
  'console',
  'reader',
  'teammate',
  'stranger',
] as const;

const WORDS: Record<string, string> = {
  ok: 'OK',
  SC: 'STATE_CHANGED',
  TT: 'THREAD_TERMINAL',
  WA: 'WRONG_ACTOR',
  NF: 'NOT_FOUND',
  FB: 'FORBIDDEN',
  NR: 'NOT_READY',
  IP: 'INVALID_INTENT_PAYLOAD',
};

interface Stage {
  readonly id: string;
  readonly digest: string;
}

const CALLS: Record<string, (actor: Actor, stage: Stage) => Promise<Answer>> = {
  accept: (actor, { id }) => actor.mutate('handoffAccept', { id, session: 'second' }),
  cancel: (actor, { id }) => actor.mutate('handoffCancel', { id }),
  message: (actor, { id }) => actor.mutate('handoffMessageSend', { id, message: 'And this?' }),
  partial: (actor, { id }) =>
    actor.mutate('handoffComplete', { id, outcome: 'PARTIAL', resultSummary: 'Half of it.' }),
  done: (actor, { id }) =>
    actor.mutate('handoffComplete', { id, outcome: 'DONE', resultSummary: 'All of it.' }),
  revise: (actor, { id, digest }) =>
    actor.mutate('proposalRevise', {
      id,
      base: digest,
      proposedAction: { ...PROPOSED, rationale: 'Shorter.' },
    }),
  approve: (actor, { id, digest }) => actor.mutate('proposalDecide', { id, digest, decision: 'APPROVED' }),
  reject: (actor, { id, digest }) =>
    actor.mutate('proposalDecide', { id, digest, decision: 'REJECTED', reason: 'Not now.' }),
};

interface Table {
  readonly state: ThreadState;
  readonly proposal?: 'open' | 'approved' | 'rejected';
  /** Columns in the order of ACTORS, an action a line. */
  readonly table: string;
}

// Terminal stands before role and state: once ended, whoever is of the thread hears that alone.
const MATRIX: readonly Table[] = [
  {
    state: 'pending',
    table: `
      accept  WA WA ok ok ok ok | WA NF NF
      cancel  ok ok WA WA WA WA | WA NF NF
      message ok ok ok ok ok ok | WA NF NF
      partial WA WA SC SC SC SC | WA NF NF
      done    WA WA SC SC SC SC | WA NF NF
      revise  IP IP IP IP IP IP | WA NF NF
      approve WA FB WA FB FB IP | WA NF NF
      reject  WA FB WA FB FB IP | WA NF NF`,
  },
  {
    state: 'accepted',
    table: `
      accept  WA WA SC SC SC SC | WA NF NF
      cancel  SC SC WA WA WA WA | WA NF NF
      message ok ok ok ok ok ok | WA NF NF
      partial WA WA ok ok ok ok | WA NF NF
      done    WA WA ok ok ok ok | WA NF NF
      revise  IP IP IP IP IP IP | WA NF NF
      approve WA FB WA FB FB IP | WA NF NF`,
  },
  {
    state: 'completed',
    table: `
      accept  TT TT TT TT TT TT | WA NF NF
      cancel  TT TT TT TT TT TT | WA NF NF
      message TT TT TT TT TT TT | WA NF NF
      partial TT TT TT TT TT TT | WA NF NF
      done    TT TT TT TT TT TT | WA NF NF
      revise  TT TT TT TT TT TT | WA NF NF
      approve TT FB TT FB FB TT | WA NF NF`,
  },
  {
    state: 'cancelled',
    table: `
      accept  TT TT TT TT TT TT | WA NF NF
      cancel  TT TT TT TT TT TT | WA NF NF
      message TT TT TT TT TT TT | WA NF NF
      partial TT TT TT TT TT TT | WA NF NF
      done    TT TT TT TT TT TT | WA NF NF
      revise  TT TT TT TT TT TT | WA NF NF
      approve TT FB TT FB FB TT | WA NF NF`,
  },
  {
    state: 'pending',
    proposal: 'open',
    table: `
      accept  WA WA ok ok ok ok | WA NF NF
      revise  ok ok ok ok ok ok | WA NF NF
      approve WA FB WA FB FB ok | WA NF NF
      reject  WA FB WA FB FB ok | WA NF NF`,
  },
  {
    state: 'accepted',
    proposal: 'open',
    table: `
      done    WA WA NR NR NR NR | WA NF NF
      partial WA WA ok ok ok ok | WA NF NF
      revise  ok ok ok ok ok ok | WA NF NF
      approve WA FB WA FB FB ok | WA NF NF
      reject  WA FB WA FB FB ok | WA NF NF`,
  },
  {
    state: 'accepted',
    proposal: 'approved',
    table: `
      done    WA WA ok ok ok ok | WA NF NF
      revise  ok ok ok ok ok ok | WA NF NF
      approve WA FB WA FB FB SC | WA NF NF
      reject  WA FB WA FB FB SC | WA NF NF`,
  },
  {
    state: 'accepted',
    proposal: 'rejected',
    table: `
      done    WA WA NR NR NR NR | WA NF NF
      partial WA WA ok ok ok ok | WA NF NF
      revise  ok ok ok ok ok ok | WA NF NF
      approve WA FB WA FB FB SC | WA NF NF`,
  },
];

let world: World;
let people: Sides;
let actors: Record<(typeof ACTORS)[number], Actor>;
beforeAll(async () => {
  world = await createWorld();
  const abroad = await world.neighbour();
  people = await sides(world);
  actors = {
    ...people,
    reader: await world.signedIn(world.admin),
    teammate: await world.signedIn(await world.teammate('third@web')),
    stranger: await abroad.signedIn(await abroad.teammate('third@web')),
  };
});
afterAll(() => world.close());

async function stageOf({ state, proposal }: Table): Promise<Stage> {
  if (proposal === undefined) return { id: await threadIn(people, state), digest: '0'.repeat(64) };
  const id = await threadIn(people, state, proposing);
  const { digest } = await world.judge.one<{ digest: string }>(
    'SELECT proposal_digest AS digest FROM handoff WHERE id = $1',
    [id],
  );
  if (proposal !== 'open') {
    await CALLS[proposal === 'approved' ? 'approve' : 'reject']?.(people.console, { id, digest });
  }
  return { id, digest };
}

const rowOf = (id: string): Promise<unknown> =>
  world.judge.one('SELECT to_jsonb(h) AS row FROM handoff h WHERE id = $1', [id]);

describe.each(MATRIX)(`${shows('H1', 'H3')}$state, proposal $proposal`, (table) => {
  let stage: Stage | null = null;
  const rows = table.table
    .trim()
    .split('\n')
    .map((line) => line.replaceAll('|', ' ').trim().split(/\s+/) as [string, ...string[]]);

  test.each(rows)('%s', async (action, ...words) => {
    expect(words).toHaveLength(ACTORS.length);
    const got: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const [index, name] of ACTORS.entries()) {
      expected[name] = WORDS[words[index] as string] as string;
      stage ??= await stageOf(table);
      const before = await rowOf(stage.id);
      const answer = await (CALLS[action] as (typeof CALLS)[string])(actors[name], stage);
      got[name] = codeOf(answer);
      if (got[name] === 'OK') stage = null;
      else if (JSON.stringify(await rowOf(stage.id)) !== JSON.stringify(before))
        got[name] += ', changed the row';
    }
    expect(got).toEqual(expected);
  });
});

test(`${shows('H1', 'T12')}who is no part of a thread is answered as of one that was made up`, async () => {
  const id = await threadIn(people, 'accepted');
  for (const [action, call] of Object.entries(CALLS)) {
    for (const name of ['teammate', 'stranger'] as const) {
      const real = await call(actors[name], { id, digest: '0'.repeat(64) });
      const madeUp = await call(actors[name], { id: newId('handoff'), digest: '0'.repeat(64) });
      expect(real, `${action} by ${name}`).toEqual(madeUp);
    }
  }
});
