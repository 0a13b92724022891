import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../api/src/ids.js';
import { shows } from '../requirements.js';
import { createWorld, ok, type Scene, type World } from '../support/world.js';

let w: World;
let staged: Scene;
let provisioned: Scene;
let claimed: Scene;
let active: Scene;
let insolvent: Scene;
let terminated: Scene;
let expired: Scene;
let secret: Scene;
let sibling: Scene;

beforeAll(async () => {
  w = await createWorld();
  expired = await w.to('expired');
  staged = await w.to('staged');
  provisioned = await w.to('provisioned');
  claimed = await w.to('claimed');
  active = await w.to('active');
  ok(await active.report('counted', '0.10'));
  ok(await active.hold('settled', '0.10'));
  ok(await active.settle('settled', '0.05'));
  ok(await active.hold('open', '0.10'));
  sibling = await active.successor('verified', { agent: active.orchestrator });
  insolvent = await w.to('insolvent');
  terminated = await w.to('terminated');
  secret = await w.to('provisioned', { secrets: true });
});
afterAll(() => w.close());

/** Runs a statement that must fail, in a transaction of its own, and says which rule it met. */
async function meets(text: string, values: unknown[] = []): Promise<string> {
  return w.db.pool.query(text, values).then(
    () => 'nothing',
    (error: { constraint?: string; code?: string; message: string }) => error.constraint ?? error.message,
  );
}

const set = (scene: Scene, change: string) =>
  meets(`UPDATE transfer SET ${change} WHERE id = $1`, [scene.id]);

describe(`${shows('T1', 'T4', 'T5', 'T8')}no SQL breaks what a transfer is`, () => {
  const BAD: [constraint: string, scene: () => Scene, change: string][] = [
    ['transfer_status', () => provisioned, "status = 'restored'"],
    ['transfer_ttl', () => staged, 'ttl_ms = 999'],
    ['transfer_ttl', () => staged, 'ttl_ms = 86400001'],
    ['transfer_grace', () => provisioned, 'grace_ms = 999'],
    ['transfer_grace', () => provisioned, 'grace_ms = 3600001'],
    ['transfer_money', () => active, 'spent = -1'],
    ['transfer_money', () => active, 'held = -1'],
    ['transfer_money', () => provisioned, 'allocated = -1'],
    ['transfer_active_is_solvent', () => active, 'spent = allocated'],
    ['transfer_active_is_solvent', () => insolvent, "status = 'active'"],
    ['transfer_insolvent_is_broke', () => active, "status = 'insolvent', grace_ends_at = now()"],
    ['transfer_insolvent_is_broke', () => insolvent, 'grace_ends_at = NULL'],
    ['transfer_final_holds_nothing', () => terminated, 'held = 1'],
    ['transfer_final_is_for_ever', () => staged, "status = 'terminated'"],
    ['transfer_final_is_for_ever', () => terminated, "status = 'active', spent = 0, held = 0"],
    ['transfer_final_is_for_ever', () => active, 'ended_at = now()'],
    ['transfer_pushed_has_its_time', () => provisioned, "status = 'pushed'"],
    ['transfer_expiry', () => staged, "expires_at = 'infinity'"],
    ['transfer_lease_secret', () => active, "lease_secret_hash = 'x'"],
    ['transfer_final_holds_nothing', () => active, "status = 'terminated', ended_at = now()"],
    ['transfer_expired_never_ran', () => terminated, "status = 'expired'"],
    ['transfer_expired_never_ran', () => expired, 'activated_at = now()'],
    ['transfer_provisioned_is_sized', () => staged, "status = 'provisioned'"],
    ['transfer_provisioned_is_sized', () => provisioned, 'pool = NULL'],
    ['transfer_provisioned_is_sized', () => provisioned, 'allocated = 0'],
    ['transfer_unprovisioned_has_no_money', () => staged, 'allocated = 1'],
    ['transfer_unprovisioned_has_no_money', () => staged, 'spent = 1'],
    ['transfer_pushed_is_clean', () => secret, "status = 'pushed', pushed_at = now()"],
    ['transfer_running_is_owned', () => provisioned, "status = 'active'"],
    ['transfer_running_is_owned', () => active, 'lease_secret_hash = NULL'],
    ['transfer_running_is_owned', () => active, 'epoch = NULL'],
    ['transfer_fenced_never_runs', () => active, 'fenced = true'],
    ['transfer_manual_is_unclaimed', () => claimed, "pool = 'manual'"],
    ['transfer_session_fkey', () => staged, "session_id = 'ses_none'"],
    ['transfer_snapshot_fkey', () => staged, `checksum = '${'0'.repeat(64)}'`],
    ['transfer_staged_by_fkey', () => staged, "staged_by = 'prn_none'"],
    ['transfer_owner_fkey', () => staged, "owner_id = 'prn_none'"],
    ['transfer_forked_from_fkey', () => staged, "forked_from_id = 'trf_none'"],
    ['transfer_claim_fkey', () => provisioned, "claim_id = 'key_none'"],
  ];
  test.each(BAD)('%s: %#', async (constraint, scene, change) =>
    expect(await set(scene(), change)).toBe(constraint),
  );

  test('one live transfer per session', async () => {
    const change = `status = 'active', epoch = 9, activated_at = now(), lease_expires_at = now()`;
    expect(await set(sibling, change)).toBe('transfer_one_live_per_session');
  });

  test('nothing of one organisation points into another', async () => {
    const abroad = await w.neighbour();
    const agent = await abroad.agent();
    expect(await set(staged, `staged_by = '${agent.id}'`)).toBe('transfer_staged_by_fkey');
    expect(await set(staged, `organisation_id = '${abroad.organisationId}'`)).toMatch(/_fkey$/);
    const theirs = await abroad.to('staged', { agent });
    expect(await set(staged, `session_id = '${theirs.sessionId}'`)).toBe('transfer_session_fkey');
    expect(
      await set(provisioned, `snapshot_id = (SELECT snapshot_id FROM transfer WHERE id = '${theirs.id}')`),
    ).toBe('transfer_snapshot_fkey');
  });
});

describe(`${shows('T5', 'T6', 'T8')}no SQL breaks a ledger`, () => {
  const ledger = (values: string) =>
    meets(
      `INSERT INTO usage_ledger (organisation_id, transfer_id, kind, reporter, usage_id, hold_id, amount, epoch, at)
       VALUES ($1, $2, ${values}, 1, now())`,
      [w.organisationId, active.id],
    );
  test.each([
    ['usage_ledger_kind', "'gift', NULL, NULL, 'x', 1"],
    ['usage_ledger_reporter', "'usage', 'rumour', 'x', NULL, 1"],
    ['usage_ledger_usage', "'usage', NULL, NULL, NULL, 1"],
    ['usage_ledger_usage', "'settle', 'gateway', 'x', 'x', 1"],
    ['usage_ledger_hold', "'settle', NULL, NULL, NULL, 1"],
    ['usage_ledger_sign', "'usage', 'gateway', 'x', NULL, -1"],
    ['usage_ledger_sign', "'settle', NULL, NULL, 'x', -1"],
    ['usage_ledger_usage_key', "'usage', 'gateway', 'counted', NULL, 1"],
    ['usage_ledger_hold_once', "'hold_expired', NULL, NULL, 'settled', 1"],
    ['usage_ledger_hold_once', "'hold_closed', NULL, NULL, 'settled', 1"],
  ])('%s: %s', async (constraint, values) => expect(await ledger(values)).toBe(constraint));

  test('one adjustment per hold', async () => {
    const twice = `INSERT INTO usage_ledger (organisation_id, transfer_id, kind, hold_id, amount, epoch, at)
      SELECT $1, $2, 'adjustment', 'settled', 1, 1, now() FROM generate_series(1, 2)`;
    expect(await meets(twice, [w.organisationId, active.id])).toBe('usage_ledger_adjustment_once');
  });

  test('late usage is of a usage or of a hold', async () => {
    const late = (reporter: string, usage: string, hold: string) =>
      meets(
        `INSERT INTO late_usage (organisation_id, transfer_id, reporter, usage_id, hold_id, reported, amount, epoch, answer, at)
         VALUES ($1, $2, ${reporter}, ${usage}, ${hold}, 1, 1, 1, '{}', now())`,
        [w.organisationId, active.id],
      );
    expect(await late('NULL', 'NULL', 'NULL')).toBe('late_usage_subject');
    expect(await late("'gateway'", "'x'", "'y'")).toBe('late_usage_subject');
    expect(await late('NULL', "'x'", "'y'")).toBe('late_usage_subject');
  });

  test.each([
    ['budget_hold_amount', "'h', 0, 1, 'open'"],
    ['budget_hold_state', "'h', 1, 1, 'lost'"],
    ['budget_hold_pkey', "'open', 1, 1, 'open'"],
  ])('%s', async (constraint, values) =>
    expect(
      await meets(
        `INSERT INTO budget_hold (organisation_id, transfer_id, id, amount, epoch, state, created_at, expires_at, answer)
         VALUES ($1, $2, ${values}, now(), now(), '{}')`,
        [w.organisationId, active.id],
      ),
    ).toBe(constraint),
  );

  test.each([
    ['budget_allocation_amount', '9, 0'],
    ['budget_allocation_pkey', '1, 1'],
  ])('%s', async (constraint, values) =>
    expect(
      await meets(
        `INSERT INTO budget_allocation (organisation_id, transfer_id, number, amount, reason, actor, at)
         VALUES ($1, $2, ${values}, 'x', 'x', now())`,
        [w.organisationId, active.id],
      ),
    ).toBe(constraint),
  );
});

describe(`${shows('T10', 'F1', 'F6')}history is immutable`, () => {
  const TABLES = [
    'event',
    'audit',
    'snapshot',
    'snapshot_part',
    'snapshot_part_chunk',
    'lease',
    'usage_ledger',
    'late_usage',
    'budget_allocation',
  ];
  beforeAll(async () => {
    await terminated.report('late', '0.10');
  });

  test.each(TABLES)('%s', async (table) => {
    const { n } = await w.judge.one<{ n: number }>(`SELECT count(*)::integer AS n FROM ${table}`);
    expect(n).toBeGreaterThan(0);
    expect(await meets(`UPDATE ${table} SET organisation_id = organisation_id`)).toBe(
      `${table} rows are immutable`,
    );
    expect(await meets(`DELETE FROM ${table}`)).toBe(`${table} rows are immutable`);
  });

  test('chunk bytes do not change', async () =>
    expect(await meets(`UPDATE chunk SET data = 'x'`)).toBe('chunk rows are immutable'));

  test.each([
    ['event_aggregate_id_sequence_key', "'transfer', $2, 1"],
    ['event_sequence', "'transfer', $2, 0"],
    ['event_aggregate', "'rumour', $2, 99"],
  ])('%s', async (constraint, values) =>
    expect(
      await meets(
        `INSERT INTO event (organisation_id, aggregate, aggregate_id, sequence, type, actor, at) VALUES ($1, ${values}, 'x', 'x', now())`,
        [w.organisationId, active.id],
      ),
    ).toBe(constraint),
  );

  test('an audit line is done or refused', async () =>
    expect(
      await meets(
        `INSERT INTO audit (organisation_id, actor, action, outcome) VALUES ($1, 'x', 'x', 'maybe')`,
        [w.organisationId],
      ),
    ).toBe('audit_outcome'));
});

describe(`${shows('K1', 'K3', 'K4', 'I1')}no SQL breaks who may what`, () => {
  const principal = (kind: string, role: string, owner: string, pool: string, name = "'x'") =>
    meets(
      `INSERT INTO principal (id, organisation_id, kind, role, owner_id, pool, name) VALUES ($1, $2, ${kind}, ${role}, ${owner}, ${pool}, ${name})`,
      [newId('principal'), w.organisationId],
    );
  test.each([
    ['principal_kind', "'robot'", 'NULL', 'NULL', 'NULL'],
    ['principal_role', "'person'", 'NULL', 'NULL', 'NULL'],
    ['principal_role', "'person'", "'owner'", 'NULL', 'NULL'],
    ['principal_role', "'orchestrator'", "'admin'", 'NULL', 'NULL'],
    ['principal_agent_has_owner', "'agent'", 'NULL', 'NULL', 'NULL'],
    ['principal_owner_fkey', "'agent'", 'NULL', "'prn_none'", 'NULL'],
    ['principal_daemon_has_pool', "'runtime'", 'NULL', 'NULL', 'NULL'],
    ['principal_daemon_has_pool', "'orchestrator'", 'NULL', 'NULL', "'local'"],
    ['principal_pool_form', "'runtime'", 'NULL', 'NULL', "'manual'"],
    ['principal_pool_form', "'runtime'", 'NULL', 'NULL', "'Not A Pool'"],
  ])('%s: %s %s %s %s', async (constraint, ...row) =>
    expect(await principal(...(row as [string, string, string, string]))).toBe(constraint),
  );

  test('a name is 1 to 128 characters, once per kind', async () => {
    expect(await principal("'orchestrator'", 'NULL', 'NULL', 'NULL', "''")).toBe('principal_name_form');
    const taken = `'person ${w.admin.id}'`;
    expect(await principal("'person'", "'admin'", 'NULL', 'NULL', taken)).toBe(
      'principal_organisation_id_kind_name_key',
    );
  });

  test('a token is used once, a key claimed once', async () => {
    const use = `INSERT INTO used_transfer_token (jti, organisation_id, transfer_id, scope, expires_at) SELECT 'tok_x', $1, $2, 'activate', now() FROM generate_series(1, 2)`;
    expect(await meets(use, [w.organisationId, active.id])).toBe('used_transfer_token_pkey');
    const key = (text: string, times: number) =>
      meets(
        `INSERT INTO idempotency_key (organisation_id, actor_id, operation, key, digest) SELECT $1, $2, 'x', $3, 'x' FROM generate_series(1, ${times})`,
        [w.organisationId, w.admin.id, text],
      );
    expect(await key('k', 2)).toBe('idempotency_key_pkey');
    expect(await key('', 1)).toBe('idempotency_key_form');
    expect(await key('k'.repeat(129), 1)).toBe('idempotency_key_form');
  });

  test('a key’s hash is a sha256, and no two keys share it', async () => {
    const row = (hash: string) =>
      meets(
        `INSERT INTO api_key (id, organisation_id, principal_id, kind, prefix, secret_hash, scopes)
         SELECT $1, organisation_id, id, kind, 'x', ${hash}, '{}' FROM principal WHERE id = $2`,
        [newId('apiKey'), active.orchestrator.id],
      );
    expect(await row("'short'")).toBe('api_key_hash_length');
    expect(await row(`(SELECT secret_hash FROM api_key WHERE principal_id = '${active.agent.id}')`)).toBe(
      'api_key_secret_hash_key',
    );
  });
});

test(`${shows('T8', 'F1')}after all these attempts every ledger adds up and every sequence is gapless`, async () => {
  expect(await w.judge.broken()).toEqual([]);
});
