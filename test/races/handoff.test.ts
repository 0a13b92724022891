import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { shows } from '../requirements.js';
import { codes, openRaces, type Races, Tally } from '../support/races.js';
import { fresh, proposing, type Sides, send, sides, type ThreadState, threadIn } from '../support/thread.js';
import { type Actor, type Answer, codeOf } from '../support/world.js';

vi.setConfig({ testTimeout: 120_000 });

/** Runs of each race of two. */
const RUNS = 500;

let r: Races;
let people: Sides;
beforeAll(async () => {
  r = await openRaces();
  people = await sides(r.w);
});
afterEach(() => r.check());
afterAll(() => r.close());

/** A caller of the second server, so that nothing but the database stands between the two. */
const elsewhere = (actor: Actor): Actor => r.other.as(actor);

const thread = (state: ThreadState): Promise<string> => threadIn(people, state);

const statusOf = async (id: string): Promise<string> =>
  (await r.w.judge.one<{ status: string }>('SELECT status FROM handoff WHERE id = $1', [id])).status;

test(`${shows('H1', 'T1')}accept ∥ cancel: one of them, and the other is told`, async () => {
  const tally = new Tally();
  let id: string;
  await r.run(
    async () => {
      id = await thread('pending');
      return [
        () => people.recipientAgent.mutate('handoffAccept', { id }),
        () => elsewhere(people.senderAgent).mutate('handoffCancel', { id }),
      ];
    },
    {
      count: RUNS,
      judge: async ([accepted, cancelled]) => {
        tally.count(`${codeOf(accepted as Answer)} ${codeOf(cancelled as Answer)} ${await statusOf(id)}`);
      },
    },
  );
  tally.expectAll('OK STATE_CHANGED accepted', 'THREAD_TERMINAL OK cancelled');
});

test(`${shows('H1')}complete ∥ send: a message is before the end, or not at all`, async () => {
  const tally = new Tally();
  let id: string;
  await r.run(
    async () => {
      id = await thread('accepted');
      return [
        () =>
          people.recipientAgent.mutate('handoffComplete', { id, outcome: 'DONE', resultSummary: 'Done.' }),
        () => elsewhere(people.senderAgent).mutate('handoffMessageSend', { id, message: 'One more thing.' }),
      ];
    },
    {
      count: RUNS,
      judge: async ([completed, sent]) => {
        const events = await r.w.judge.eventTypes(id);
        tally.count(`${codeOf(completed as Answer)} ${codeOf(sent as Answer)} ${events.slice(2).join(' ')}`);
      },
    },
  );
  tally.expectAll('OK OK message_sent handoff_completed', 'OK THREAD_TERMINAL handoff_completed');
});

test(`${shows('H1')}complete ∥ cancel: an accepted thread is completed, never withdrawn`, async () => {
  let id: string;
  const tally = new Tally();
  await r.run(
    async () => {
      id = await thread('accepted');
      return [
        () =>
          people.recipientAgent.mutate('handoffComplete', { id, outcome: 'FAILED', resultSummary: 'No.' }),
        () => elsewhere(people.senderAgent).mutate('handoffCancel', { id }),
      ];
    },
    {
      count: RUNS,
      judge: async ([completed, cancelled]) => {
        expect([codeOf(completed as Answer), await statusOf(id)]).toEqual(['OK', 'completed']);
        tally.count(codeOf(cancelled as Answer));
      },
    },
  );
  tally.expectAll('STATE_CHANGED', 'THREAD_TERMINAL');
});

test(`${shows('H1')}twenty accepts from two sessions: one session has it, each of its calls a success`, async () => {
  for (let run = 0; run < 25; run += 1) {
    const id = await thread('pending');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const agent = index % 2 === 0 ? people.recipientAgent : elsewhere(people.otherAgent);
        return agent.mutate('handoffAccept', { id, session: index % 2 === 0 ? 'laptop' : 'desktop' });
      }),
    );
    const laptop = answers.filter((_, index) => index % 2 === 0);
    const desktop = answers.filter((_, index) => index % 2 === 1);
    const [won, lost] = codeOf(laptop[0] as Answer) === 'OK' ? [laptop, desktop] : [desktop, laptop];
    expect(new Set(won.map(codeOf))).toEqual(new Set(['OK']));
    expect(new Set(lost.map(codeOf))).toEqual(new Set(['STATE_CHANGED']));
    expect(won.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(lost[0]?.acceptedBy).toBe(won[0]?.handoff?.acceptedBy);
    expect(await r.w.judge.eventTypes(id)).toEqual(['handoff_sent', 'handoff_accepted']);
  }
});

test(`${shows('I1')}the same key twice at once: one thread, twice the same answer`, async () => {
  let summary = '';
  await r.run(
    async (run) => {
      summary = fresh();
      const input = { summary, idempotencyKey: `send-${run}` };
      return [
        () => send(people, input),
        () => send({ ...people, senderAgent: elsewhere(people.senderAgent) }, input),
      ];
    },
    {
      count: RUNS,
      judge: async (answers) => {
        const [first, second] = answers as [Answer, Answer];
        expect(codes(answers)).toBe('OK OK');
        expect(first.handoff).toEqual(second.handoff);
        expect([first.replayed, second.replayed].sort()).toEqual([false, true]);
        expect(
          await r.w.judge.one('SELECT count(*)::integer AS threads FROM handoff WHERE preview = $1', [
            summary,
          ]),
        ).toEqual({ threads: 1 });
      },
    },
  );
});

test(`${shows('H1')}both sides send a hundred messages at once: 1 … 201, no gap, no tie`, async () => {
  const id = await thread('accepted');
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const actor = index % 2 === 0 ? people.senderAgent : elsewhere(people.recipientAgent);
      return actor.mutate('handoffMessageSend', { id, message: `Message ${index}` });
    }),
  );
  expect(new Set(answers.map(codeOf))).toEqual(new Set(['OK']));
  const rows = await r.w.judge.rows<{ sequence_no: number }>(
    'SELECT sequence_no FROM handoff_message WHERE handoff_id = $1 ORDER BY sequence_no',
    [id],
  );
  expect(rows.map(({ sequence_no }) => sequence_no)).toEqual(
    Array.from({ length: 201 }, (_, index) => index + 1),
  );
  const events = await r.w.judge.events(id);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
});

test(`${shows('H3')}approve ∥ revise: what was approved is what was read, or nothing was`, async () => {
  let id: string;
  let digest: string;
  const tally = new Tally();
  await r.run(
    async () => {
      id = await threadIn(people, 'accepted', proposing);
      digest = await newest(id);
      return [
        () => people.console.mutate('proposalDecide', { id, digest, decision: 'APPROVED' }),
        () =>
          elsewhere(people.senderAgent).mutate('proposalRevise', {
            id,
            base: digest,
            proposedAction: { description: 'Something else.' },
          }),
      ];
    },
    {
      count: 100,
      judge: async ([decided]) => {
        const versions = await r.w.judge.rows(
          'SELECT state FROM proposal WHERE handoff_id = $1 ORDER BY version',
          [id],
        );
        tally.count(`${codeOf(decided as Answer)} ${versions.map(({ state }) => state as string).join(' ')}`);
      },
    },
  );
  // A revision after the approval stands as open: the approval fell with its version.
  tally.expectAll('OK superseded open', 'STATE_CHANGED superseded open');
});

const newest = async (id: string): Promise<string> =>
  (
    await r.w.judge.one<{ digest: string }>('SELECT proposal_digest AS digest FROM handoff WHERE id = $1', [
      id,
    ])
  ).digest;
