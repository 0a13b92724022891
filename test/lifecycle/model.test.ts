import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { shows } from '../requirements.js';
import { OFFER } from '../support/actor.js';
import { Model, type ModelTransfer, type Token } from '../support/model.js';
import { storyOf } from '../support/story.js';
import { type Actor, type Answer, codeOf, createWorld, ok, type World } from '../support/world.js';

vi.setConfig({ testTimeout: 180_000 });

let w: World;
let seen: Map<string, number>;
beforeAll(async () => {
  w = await createWorld();
  // Time stands but for what the commands add: both sides meet each deadline in the very same millisecond.
  await w.db.pool.query(`CREATE OR REPLACE FUNCTION baton_now() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT timestamptz '2026-01-01' + (SELECT "offset" FROM public.test_clock) $$`);
});
afterAll(() => w.close());

/** The transfer of the model, its id, and what was minted for it. */
interface Pair {
  readonly t: ModelTransfer;
  readonly id: string;
  readonly tokens: { readonly is: Token; readonly text: string }[];
}

/** The API on the other side: one orchestrator, one session. */
class Real {
  readonly pairs: Pair[] = [];
  session = '';
  usages = 0;

  constructor(readonly by: Actor) {}
}

type Step = (m: Model, r: Real, pair: Pair) => Promise<void>;

const SECRET = 'a-lease-secret-of-this-test';
const usd = (nano: bigint): string => `${nano / 10n ** 9n}.${String(nano % 10n ** 9n).padStart(9, '0')}`;

function agree(name: string, answer: Answer, expected: string): void {
  const code = answer.recordedAsLate ? `${codeOf(answer)} late` : codeOf(answer);
  seen.set(`${name} ${code}`, (seen.get(`${name} ${code}`) ?? 0) + 1);
  expect(answer.replayed && code === 'OK' ? 'REPLAY' : code, name).toBe(expected);
}

async function stage(m: Model, r: Real): Promise<void> {
  const answer = await r.by.stage(r.session ? { session: r.session } : {});
  agree('stage', answer, m.stage());
  const { transfer } = ok(answer);
  r.session = transfer.session.id;
  const t = m.transfers.at(-1);
  if (t !== undefined) r.pairs.push({ t, id: transfer.id, tokens: [] });
}

const mint =
  (scope: Token['scope']): Step =>
  async (m, r, { t, id, tokens }) => {
    const provision = scope === 'PROVISION_RUNTIME' ? { provision: { ...OFFER, pool: 'manual' } } : {};
    const answer = await r.by.mint(id, scope, provision);
    const expected = m.mint(t, scope);
    agree(`mint ${scope}`, answer, typeof expected === 'string' ? expected : 'OK');
    if (typeof expected !== 'string') tokens.push({ is: expected, text: answer.token ?? '' });
  };

/** Redeems the newest token of a scope, or any other, or none. */
const redeem =
  (
    move: 'provision' | 'activate' | 'replace',
    choose: (tokens: Pair['tokens']) => Pair['tokens'][number] | undefined,
  ): Step =>
  async (m, r, { t, id, tokens }) => {
    const token = choose(tokens);
    const text = token?.text ?? 'no token';
    const calls = {
      provision: () => r.by.provision(id, text),
      activate: () => r.by.activate(id, text),
      replace: () => r.by.replaceRuntime(id, text),
    };
    agree(move, await calls[move](), m[move](t, token?.is ?? null));
  };

const simple =
  (move: 'push' | 'terminate' | 'teardown'): Step =>
  async (m, r, { t, id }) =>
    agree(move, await r.by[move](id), m[move](t));

const verify: Step = async (m, r, { t, id }) => {
  const facts = await w.judge.one(
    'SELECT checksum, snapshot_entries AS entries, snapshot_last_entry AS "lastEntrySha256" FROM transfer WHERE id = $1',
    [id],
  );
  agree('verify', await r.by.verify(id, facts, SECRET), m.verify(t));
};

const epochOf = ({ t }: Pair, back: number): number => Math.max(0, (t.epoch ?? 1) - back);

const renew =
  (back: number): Step =>
  async (m, r, pair) => {
    const epoch = epochOf(pair, back);
    agree('renew', await r.by.renew(pair.id, { epoch, leaseSecret: SECRET }), m.renew(pair.t, epoch));
  };

const report =
  (back: number, amount: bigint): Step =>
  async (m, r, pair) => {
    const epoch = epochOf(pair, back);
    const lease = { epoch, leaseSecret: SECRET };
    const answer = await r.by.report(pair.id, lease, `usage-${r.usages++}`, usd(amount));
    agree('report', answer, m.report(pair.t, epoch, amount));
  };

const hold =
  (amount: bigint, lifeSeconds: number): Step =>
  async (m, r, pair) => {
    const epoch = epochOf(pair, 0);
    const id = `hold-${r.usages++}`;
    const lease = { epoch, leaseSecret: SECRET };
    const answer = await r.by.hold(pair.id, lease, id, usd(amount), { lifeSeconds });
    agree('hold', answer, m.hold(pair.t, epoch, id, amount, lifeSeconds * 1000));
  };

const settle =
  (which: number, back: number, amount: bigint): Step =>
  async (m, r, pair) => {
    const ids = [...pair.t.holds.keys()];
    const id = ids[which % Math.max(1, ids.length)] ?? 'never-held';
    const epoch = epochOf(pair, back);
    const answer = await r.by.settle(pair.id, { epoch, leaseSecret: SECRET }, id, usd(amount));
    const expected = m.settle(pair.t, epoch, id, amount);
    // A refusal that was recorded as late comes again as it was.
    if (expected === 'REPLAY' && answer.code !== undefined) expect(answer.replayed).toBe(true);
    else agree('settle', answer, expected);
  };

const topUp =
  (amount: bigint): Step =>
  async (m, r, { t, id }) =>
    agree('topUp', await r.by.topUp(id, usd(amount)), m.topUp(t, amount));

const newest = (scope: Token['scope']) => (tokens: Pair['tokens']) =>
  tokens.filter(({ is }) => is.scope === scope).at(-1);

/** The next step towards a running transfer, whichever it is: chance alone seldom gets there. */
const forward: Step = async (m, r, pair) => {
  const { t } = pair;
  if (t.status === 'staged') {
    await mint('PROVISION_RUNTIME')(m, r, pair);
    await redeem('provision', newest('PROVISION_RUNTIME'))(m, r, pair);
  } else if (t.status === 'provisioned') await simple('push')(m, r, pair);
  else if (t.status === 'pushed' && !t.verified) await verify(m, r, pair);
  else if (t.status === 'pushed') {
    await mint('ACTIVATE')(m, r, pair);
    await redeem('activate', newest('ACTIVATE'))(m, r, pair);
  } else if (t.awaiting) await verify(m, r, pair);
  else await report(0, 100_000_000n)(m, r, pair);
};

class Command implements fc.AsyncCommand<Model, Real> {
  constructor(
    private readonly name: string,
    private readonly index: number,
    private readonly step: Step,
  ) {}

  check(m: Readonly<Model>): boolean {
    return this.name === 'stage'
      ? m.transfers.length < 3
      : this.name === 'advance' || this.index < m.transfers.length;
  }

  async run(m: Model, r: Real): Promise<void> {
    // Two steps never share a moment.
    await advance(1)(m);
    const none = { t: {} as ModelTransfer, id: '', tokens: [] };
    await this.step(m, r, r.pairs[this.index] ?? none);
    for (const { t, id } of r.pairs)
      expect(await w.judge.transfer(id), this.toString()).toMatchObject(t.facts);
  }

  toString(): string {
    return `${this.name}(${this.index})`;
  }
}

const advance =
  (ms: number) =>
  async (m: Model): Promise<void> => {
    await w.db.advanceClock(ms);
    if (ms > 1) await w.reap();
    m.advance(ms);
  };

const index = fc.constantFrom(0, 0, 0, 1, 1, 2);
const amount = fc.constantFrom(1n, 100_000_000n, 400_000_000n, 1_000_000_000n);
const back = fc.constantFrom(0, 0, 0, 1);
const any = fc.nat(5).map((n) => (tokens: Pair['tokens']) => tokens[n]);
const command = (name: string, step: fc.Arbitrary<Step>): fc.Arbitrary<Command> =>
  fc.tuple(index, step).map(([at, does]) => new Command(name, at, does));
const always = (name: string, step: Step): fc.Arbitrary<Command> => command(name, fc.constant(step));

/** Chance takes each of these alike: what leads somewhere stands there more often. */
const often = (one: fc.Arbitrary<Command>, times: number): fc.Arbitrary<Command>[] => Array(times).fill(one);

const COMMANDS = [
  always('stage', stage),
  ...often(always('forward', forward), 12),
  command(
    'advance',
    fc.constantFrom(999, 29_999, 30_000, 59_998, 300_000, 1_800_000).map((ms): Step => advance(ms)),
  ),
  command(
    'advance',
    fc.constantFrom(1_000, 10_000, 29_998).map((ms): Step => advance(ms)),
  ),
  command('mint', fc.constantFrom(mint('PROVISION_RUNTIME'), mint('ACTIVATE'))),
  command(
    'provision',
    any.map((choose) => redeem('provision', choose)),
  ),
  command(
    'activate',
    fc.oneof(any, fc.constant(newest('ACTIVATE'))).map((choose) => redeem('activate', choose)),
  ),
  command(
    'replace',
    fc.oneof(any, fc.constant(newest('ACTIVATE'))).map((choose) => redeem('replace', choose)),
  ),
  always('push', simple('push')),
  always('verify', verify),
  command('renew', back.map(renew)),
  command(
    'report',
    fc.tuple(back, amount).map(([b, a]) => report(b, a)),
  ),
  ...often(
    command(
      'hold',
      fc.tuple(amount, fc.constantFrom(1, 600)).map(([a, life]) => hold(a, life)),
    ),
    3,
  ),
  ...often(
    command(
      'settle',
      fc.tuple(fc.nat(3), back, amount).map(([n, b, a]) => settle(n, b, a)),
    ),
    3,
  ),
  command('topUp', amount.map(topUp)),
  always('terminate', simple('terminate')),
  always('teardown', simple('teardown')),
];

test(`${shows('T1', 'T2', 'T3', 'T4', 'T7', 'T8', 'T13')}whatever is called in whatever order, API and model answer the same and stand the same`, async () => {
  seen = new Map();
  const by = await w.orchestrator();
  // A failure prints the seed and the path that bring it back, and the shortest commands that still fail.
  await fc.assert(
    fc.asyncProperty(
      fc.commands(COMMANDS, { maxCommands: 40, size: 'max' }),
      fc.boolean(),
      async (commands, runs) => {
        const [model, real] = [new Model(), new Real(by)];
        // Every other history begins with a running transfer: most of the table is about those.
        const begin = runs ? [stage, ...Array<Step>(5).fill(forward)] : [];
        for (const step of begin) await new Command('begin', 0, step).run(model, real);
        await fc.asyncModelRun(() => ({ model, real }), commands);
      },
    ),
    { numRuns: 100 },
  );
  expect(await storyOf(w.judge)).toEqual([]);
  // What chance must have met, or this test shows nothing.
  for (const met of [
    'activate OK',
    'report OK',
    'hold OK',
    'settle OK',
    'topUp OK',
    'report TRANSFER_TERMINAL late',
  ]) {
    expect([...seen.keys()]).toContain(met);
  }
});
