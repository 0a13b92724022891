import type { Judge } from './judge.js';

/** Something that contradicts the domain, in words. */
export type Contradiction = string;

const OPEN = ['staged', 'provisioned', 'pushed'];
const RUNNING = ['active', 'insolvent'];
const FINAL = ['terminated', 'expired'];
const ANY = [...OPEN, ...RUNNING, ...FINAL];

/**
 * The table of the lifecycle as its events tell it: after which states each may stand, and where it leads ('' stays).
 * Written by hand from the domain's text, never from the rules.
 */
const TABLE: Record<string, readonly [from: readonly string[], to: string]> = {
  snapshot_created: [['-'], 'staged'],
  secrets_found: [['staged'], ''],
  secrets_accepted: [['staged', 'provisioned'], ''],
  runtime_provisioned: [['staged'], 'provisioned'],
  runtime_claimed: [['provisioned', 'pushed', 'active', 'insolvent'], ''],
  state_pushed: [['provisioned'], 'pushed'],
  destination_verified: [['pushed', 'active', 'insolvent'], ''],
  activated: [['pushed'], 'active'],
  heartbeat: [RUNNING, ''],
  lease_lapsed: [RUNNING, ''],
  budget_exhausted: [['active'], ''],
  usage_reported: [RUNNING, ''],
  budget_warning: [RUNNING, ''],
  insolvent: [['active'], 'insolvent'],
  reinstated: [RUNNING, 'active'],
  budget_topped_up: [RUNNING, ''],
  runtime_replaced: [RUNNING, ''],
  grace_ending: [RUNNING, ''],
  usage_late: [[...RUNNING, ...FINAL], ''],
  terminated: [[...OPEN, ...RUNNING], 'terminated'],
  expired: [OPEN, 'expired'],
  runtime_torn_down: [FINAL, ''],
  session_forked: [ANY, ''],
};

interface StoredEvent {
  readonly aggregate_id: string;
  readonly sequence: number;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/**
 * What contradicts the domain in a database, however it came to be: nothing, when every transfer's events are
 * numbered 1 … n and lead along the table to the state of its row, its money adds up, each crossing was told once,
 * each session had one owner at a time, and each token was used by one move.
 */
export async function storyOf(judge: Judge): Promise<Contradiction[]> {
  const broken = await judge.broken();
  return [
    ...broken.map(({ id, law, is, should }) => `${id}: ${law} is ${is}, should be ${should}`),
    ...(await wayOfEvents(judge)),
    ...(await crossings(judge)),
    ...(await owners(judge)),
    ...(await tokens(judge)),
    ...(await keys(judge)),
  ];
}

async function wayOfEvents(judge: Judge): Promise<Contradiction[]> {
  const events = await judge.rows<StoredEvent>(
    "SELECT aggregate_id, sequence, type, data FROM event WHERE aggregate = 'transfer' ORDER BY aggregate_id, sequence",
  );
  const rows = await judge.rows<{ id: string; status: string; held: bigint; event_sequence: number }>(
    'SELECT id, status, held, event_sequence FROM transfer',
  );
  const told = groups(events, (event) => event.aggregate_id);
  const orphans = [...told.keys()].filter((id) => !rows.some((row) => row.id === id));
  return [
    ...orphans.map((id) => `${id}: events without a transfer`),
    ...rows.flatMap(({ id, status, held, event_sequence }) => {
      const own = told.get(id) ?? [];
      const end = follow(id, own);
      return [
        ...end.wrong,
        ...(end.state === status ? [] : [`${id}: its events lead to ${end.state}, its row says ${status}`]),
        ...(own.length === event_sequence ? [] : [`${id}: ${own.length} events, counted ${event_sequence}`]),
        ...(FINAL.includes(status) && held !== 0n ? [`${id}: ${status} and holds ${held}`] : []),
      ];
    }),
  ];
}

function follow(id: string, events: readonly StoredEvent[]): { state: string; wrong: Contradiction[] } {
  let state = '-';
  // Which runtime: a claim stands, it verified, its lease lapsed, or the next is awaited.
  let lapsed = false;
  let awaiting = false;
  const wrong: Contradiction[] = [];
  events.forEach(({ sequence, type }, index) => {
    const at = `${id}: event ${sequence} ${type}`;
    if (sequence !== index + 1) wrong.push(`${at} stands in place ${index + 1}`);
    const [from, to] = TABLE[type] ?? [[], ''];
    if (!from.includes(state)) wrong.push(`${at} after ${state}`);
    const anew = (type === 'runtime_claimed' || type === 'destination_verified') && RUNNING.includes(state);
    if (anew && !awaiting) wrong.push(`${at} though its runtime was not replaced`);
    if (type === 'heartbeat' && !lapsed) wrong.push(`${at} though no lease had lapsed`);
    if (type === 'lease_lapsed' && lapsed) wrong.push(`${at} twice`);
    if (type === 'runtime_replaced' && awaiting) wrong.push(`${at} though the next one is awaited`);
    if (type === 'lease_lapsed') lapsed = true;
    if (type === 'heartbeat' || type === 'runtime_replaced') lapsed = false;
    if (type === 'runtime_replaced') awaiting = true;
    if (type === 'destination_verified') awaiting = false;
    state = to === '' ? state : to;
  });
  return { state, wrong };
}

/** Plays ledger and allocations again in their order: as often as spent reaches allocated, so many `insolvent` events. */
async function crossings(judge: Judge): Promise<Contradiction[]> {
  const steps = await judge.rows<{ transfer_id: string; kind: string; amount: bigint }>(`
    SELECT transfer_id, kind, amount FROM (
      SELECT transfer_id, kind, amount, at, 0 AS place, id FROM usage_ledger
      UNION ALL SELECT transfer_id, 'allocation', amount, at, 1, number FROM budget_allocation) AS step
    ORDER BY transfer_id, at, place, id`);
  const told = await judge.rows<{ id: string; count: number }>(
    "SELECT aggregate_id AS id, count(*)::integer AS count FROM event WHERE type = 'insolvent' GROUP BY aggregate_id",
  );
  const events = new Map(told.map(({ id, count }) => [id, count]));
  return [...groups(steps, (step) => step.transfer_id)].flatMap(([id, own]) => {
    let spent = 0n;
    let allocated = 0n;
    let crossed = 0;
    for (const { kind, amount } of own) {
      const before = spent >= allocated;
      if (kind === 'allocation') allocated += amount;
      else spent += amount;
      // What the end settles is no crossing any more.
      if (!before && spent >= allocated && kind !== 'hold_closed') crossed++;
    }
    const count = events.get(id) ?? 0;
    return count === crossed ? [] : [`${id}: ${count} insolvent events, ${crossed} crossings`];
  });
}

/** Every epoch of a session was taken once, by one activation or replacement; one transfer of it lives at most. */
async function owners(judge: Judge): Promise<Contradiction[]> {
  const wrong = await judge.rows<{ id: string; epoch: number; taken: number[] | null; live: number }>(`
    SELECT s.id, s.epoch, live.count AS live, taken.epochs AS taken
    FROM session s,
      LATERAL (SELECT count(*)::integer FROM transfer t
        WHERE t.session_id = s.id AND t.status IN ('active', 'insolvent')) AS live,
      LATERAL (SELECT array_agg((e.data->>'epoch')::integer ORDER BY (e.data->>'epoch')::integer) AS epochs
        FROM event e JOIN transfer t ON t.id = e.aggregate_id
        WHERE t.session_id = s.id AND e.type IN ('activated', 'runtime_replaced')) AS taken
    WHERE live.count > 1 OR coalesce(taken.epochs, '{}')
      <> coalesce((SELECT array_agg(n) FROM generate_series(1, s.epoch) AS n), '{}')`);
  return wrong.map(
    ({ id, epoch, taken, live }) =>
      `${id}: epoch ${epoch}, taken ${taken?.join(' ')}, ${live} live transfers`,
  );
}

/** A used token stands in exactly one event, and the other way round. */
async function tokens(judge: Judge): Promise<Contradiction[]> {
  const wrong = await judge.rows<{ jti: string; used: number; told: number }>(`
    SELECT jti, sum(used)::integer AS used, sum(told)::integer AS told FROM (
      SELECT jti, 1 AS used, 0 AS told FROM used_transfer_token
      UNION ALL SELECT data->>'token', 0, 1 FROM event
        WHERE type IN ('runtime_provisioned', 'activated', 'runtime_replaced')) AS use
    GROUP BY jti HAVING sum(used) <> 1 OR sum(told) <> 1`);
  return wrong.map(({ jti, used, told }) => `token ${jti}: used ${used} times, told ${told} times`);
}

/** A key commits with the answer it stands for. */
async function keys(judge: Judge): Promise<Contradiction[]> {
  const wrong = await judge.rows<{ operation: string; key: string }>(
    'SELECT operation, key FROM idempotency_key WHERE answer IS NULL',
  );
  return wrong.map(({ operation, key }) => `key ${key} of ${operation}: kept without an answer`);
}

function groups<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const group = found.get(keyOf(row));
    if (group === undefined) found.set(keyOf(row), [row]);
    else group.push(row);
  }
  return found;
}
