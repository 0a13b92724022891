import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Destination } from '../../test/support/destination.js';
import type { Door } from '../../test/support/door.js';
import { openRelay, type Relay } from '../../test/support/relay.js';
import { createWorld, type Scene, type World } from '../../test/support/world.js';

const BOUND = { timeout: 15_000, interval: 20 };

describe('a destination daemon', { timeout: 60_000 }, () => {
  let world: World;
  let door: Door;
  let relay: Relay;
  const places: Destination[] = [];

  beforeAll(async () => {
    world = await createWorld();
    door = await world.door();
    relay = await openRelay(door.url);
  });
  afterEach(async () => {
    for (const place of places.splice(0)) await place.close();
    await relay.restore();
  });
  afterAll(async () => {
    await relay.close();
    await door.close();
    await world.close();
  });

  /** A daemon's place and a transfer in its pool, nothing of it claimed yet. */
  async function placeAndScene(
    pool: string,
    more: ConstructorParameters<typeof Destination>[2] = {},
    { budget = '1.00', url = door.url } = {},
  ): Promise<{ place: Destination; scene: Scene }> {
    const daemon = await world.daemon(pool);
    const place = new Destination(url, daemon.key ?? '', more);
    places.push(place);
    return { place, scene: await world.to('provisioned', { pool, budget }) };
  }

  const spent = async ({ id }: Scene) => (await world.judge.transfer(id)).spent;
  const usageIds = async ({ id }: Scene) => (await world.judge.ledger(id)).map(({ usage_id }) => usage_id);

  test('runs a transfer to its end: insolvent, frozen, topped up, insolvent, terminated, torn down', async () => {
    const { place, scene } = await placeAndScene('whole');
    await place.start();
    await place.bringAlive(scene);
    const root = join(place.state, scene.id);
    expect(statSync(join(root, 'claim.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(root, 'lease.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(root, 'session'))).toEqual(['messages.json']);

    place.spend({ id: 'a', amountUsd: '0.4' }, { id: 'b', amountUsd: 0.6, detail: { model: 'small' } });
    await place.until('frozen', { why: 'insolvent' });
    await expect.poll(() => place.commandState(scene.id), BOUND).toBe('T');
    const whenFrozen = place.acted();

    const toppedUp = place.events.length;
    expect((await scene.orchestrator.topUp(scene.id, '0.5')).code).toBeUndefined();
    await place.until('continued', { after: 'insolvent' }, toppedUp);
    await place.untilActing();
    expect(place.acted()).toBeGreaterThan(whenFrozen);

    place.spend({ id: 'c', amountUsd: '0.5' });
    await place.until('frozen', { why: 'insolvent' }, toppedUp);
    await world.db.advanceClock(61_000);
    await place.until('teardown_reported', { proven: true });
    await expect.poll(() => existsSync(root), BOUND).toBe(false);
    expect(await spent(scene)).toBe(1_500_000_000n);
    const row = await world.judge.transfer(scene.id);
    expect(row).toMatchObject({
      status: 'terminated',
      ended_reason: 'grace_period_expired',
      teardown_proven: true,
    });
    expect(await world.judge.broken()).toEqual([]);
  });

  test('counts what is exact, and keeps what is not with a name', async () => {
    const { place, scene } = await placeAndScene('lines', {}, { budget: '10' });
    await place.start();
    await place.bringAlive(scene);
    place.spend(
      { id: 'tiny', amountUsd: 0.000000001 },
      'not json',
      '{"id": "finer", "amountUsd": 1e-10}',
      '{"id": "number", "amountUsd": 0.30000000000000000}',
      { id: 'tiny', amountUsd: '0.5' },
      { id: 'last', amountUsd: '0.1' },
    );
    await place.until('usage_reported', { usageId: 'last' });
    expect(await usageIds(scene)).toEqual(['tiny', 'number', 'last']);
    expect(await spent(scene)).toBe(400_000_001n);
    const kept = readFileSync(join(place.state, 'bad-usage', `${scene.id}.jsonl`), 'utf8')
      .trim()
      .split('\n');
    expect(kept.map((line) => JSON.parse(line)).map(({ reason, line }) => [reason, line])).toEqual([
      ['NOT_JSON', 'not json'],
      ['BAD_AMOUNT', '{"id": "finer", "amountUsd": 1e-10}'],
      ['REFUSED', '{"id":"tiny","amountUsd":"0.5"}'],
    ]);
  });

  test('killed and started again it adopts its command, and loses and doubles no usage', async () => {
    const { place, scene } = await placeAndScene('killed', {}, { budget: '10' });
    place.startProcess();
    await place.bringAlive(scene);
    place.spend({ id: 'before', amountUsd: '0.1' });
    await place.until('usage_reported', { usageId: 'before' });
    await place.kill('SIGKILL');

    place.spend({ id: 'between-1', amountUsd: '0.1' }, { id: 'between-2', amountUsd: '0.1' });
    await place.untilActing();
    expect(await usageIds(scene)).toEqual(['before']);

    await place.start();
    await place.until('usage_reported', { usageId: 'between-2' });
    await place.untilActing();
    expect(place.events.filter(({ event }) => event === 'command_started')).toHaveLength(1);
    place.spend({ id: 'after', amountUsd: '0.1' });
    await place.until('usage_reported', { usageId: 'after' });
    expect(await usageIds(scene)).toEqual(['before', 'between-1', 'between-2', 'after']);
    expect(await spent(scene)).toBe(400_000_000n);

    place.spend({ id: 'late', amountUsd: '0.1' });
    expect((await scene.orchestrator.terminate(scene.id)).code).toBeUndefined();
    await place.until('teardown_reported', { proven: true });
    const { late } = await world.judge.transfer(scene.id);
    expect((await spent(scene)) + late).toBe(500_000_000n);
  });

  test('killed after its verification it is still the one that the activation token names', async () => {
    const { place, scene } = await placeAndScene('verified');
    place.startProcess();
    await place.until('claimed');
    expect((await scene.agent.push(scene.id)).code).toBeUndefined();
    await place.until('verified');
    const token = await scene.token('ACTIVATE');
    await place.kill('SIGKILL');
    await place.start();
    await place.until('adopted', { transferId: scene.id });
    expect((await scene.agent.activate(scene.id, token)).code).toBeUndefined();
    await place.untilActing();
    place.spend({ id: 'a', amountUsd: '0.1' });
    await place.until('usage_reported', { usageId: 'a' });
    expect(await spent(scene)).toBe(100_000_000n);
  });

  test('claims again what it let lapse, and tears down what ended before it ran', async () => {
    const { place, scene } = await placeAndScene('lapsed');
    await place.start();
    await place.until('claimed');
    await place.stop();
    await world.db.advanceClock(121_000);
    await place.start();
    await place.until('dropped', { why: 'the claim has lapsed' });
    await expect.poll(() => place.events.filter(({ event }) => event === 'claimed'), BOUND).toHaveLength(2);
    expect((await scene.orchestrator.terminate(scene.id)).code).toBeUndefined();
    await place.until('teardown_reported', { proven: true });
    expect(await world.judge.eventTypes(scene.id)).toContain('runtime_torn_down');
  });

  test('stopped in order it leaves its command frozen, for the next one to go on', async () => {
    const { place, scene } = await placeAndScene('stopped');
    place.startProcess();
    await place.bringAlive(scene);
    await place.kill('SIGTERM');
    expect(place.commandState(scene.id)).toBe('T');
    await place.start();
    await place.until('continued', { after: 'adopted' });
    await place.untilActing();
  });

  test.for([
    ['refuses', (relay: Relay) => relay.cut()],
    ['hangs', async (relay: Relay) => relay.hang()],
  ] as const)(
    'stops acting before its lease ends when the API %s, and goes on when it is back',
    async ([how, take]) => {
      const timing = { renewMs: 200, leaseMs: 1_000 };
      const { place, scene } = await placeAndScene(`away-${how}`, { timing }, { url: relay.url });
      await place.start();
      await place.bringAlive(scene);
      await take(relay);
      await place.until('frozen', { why: 'no renewed lease' });
      await expect.poll(() => place.commandState(scene.id), BOUND).toBe('T');
      const { now, lease } = await world.judge.one<{ now: Date; lease: Date }>(
        'SELECT baton_now() AS now, lease_expires_at AS lease FROM transfer WHERE id = $1',
        [scene.id],
      );
      expect(now.getTime()).toBeLessThan(lease.getTime());
      await relay.restore();
      await place.until('continued', { after: 'no renewed lease' });
      await place.untilActing();
    },
  );

  test('ends what a newer owner has fenced off', async () => {
    const { place, scene } = await placeAndScene('fenced');
    await place.start();
    await place.bringAlive(scene);
    await place.stop();
    await world.db.advanceClock(31_000);
    const token = await scene.token('ACTIVATE', { redeemer: scene.orchestrator.id });
    expect((await scene.orchestrator.replaceRuntime(scene.id, token)).code).toBeUndefined();
    await place.start();
    await place.until('ended', { why: 'FENCED' });
    await place.until('claimed', { transferId: scene.id });
    await place.until('activated', { epoch: 2 });
    await place.untilActing();
  });
});
