import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Destination } from '../../test/support/destination.js';
import type { DeathPoint } from '../../test/support/die-at.js';
import type { Door } from '../../test/support/door.js';
import { createWorld, ok, type World } from '../../test/support/world.js';

const BOUND = { timeout: 15_000, interval: 20 };

/** What a dead daemon leaves: of its claim, its lease secret, and the transfer. */
type Left = { claim: boolean; lease: boolean; status: string };

const POINTS: [string, DeathPoint, Left][] = [
  [
    'its claim was answered and not stored',
    { document: 'ClaimTransferDocument', when: 'answered' },
    { claim: false, lease: false, status: 'provisioned' },
  ],
  [
    'its lease secret was written and not sent',
    { document: 'VerifyDestinationDocument', when: 'sending' },
    { claim: true, lease: true, status: 'pushed' },
  ],
  [
    'the activation was seen and not noted',
    { document: 'WatchTransferDocument', when: 'answered', answer: '"ACTIVE"' },
    { claim: true, lease: true, status: 'active' },
  ],
  [
    'a report was counted and its offset not noted',
    { document: 'ReportUsageDocument', when: 'answered' },
    { claim: true, lease: true, status: 'active' },
  ],
  [
    'the teardown was reported and the claim not forgotten',
    { document: 'ReportTeardownDocument', when: 'answered' },
    { claim: true, lease: true, status: 'terminated' },
  ],
];

describe('a daemon killed when', { timeout: 60_000 }, () => {
  let world: World;
  let door: Door;
  let place: Destination;
  beforeAll(async () => {
    world = await createWorld();
    door = await world.door();
  });
  afterEach(() => place.close());
  afterAll(async () => {
    await door.close();
    await world.close();
  });

  test.each(POINTS)('%s: the next one goes on, all counts once', async (_, point, left) => {
    const pool = `killed-${point.document}`.toLowerCase();
    const daemon = await world.daemon(pool);
    place = new Destination(door.url, daemon.key ?? '');
    const scene = await world.to('provisioned', { pool, budget: '10' });
    const root = join(place.state, scene.id);
    const status = async () => (await world.judge.transfer(scene.id)).status;
    const happened = async (type: string) =>
      (await world.judge.eventTypes(scene.id)).filter((name) => name === type).length;

    /** Goes on from wherever the transfer stands, until the daemon dies or all of it is done. */
    const steps: [DeathPoint['document'], () => Promise<void>][] = [
      [
        'ClaimTransferDocument',
        () => expect.poll(() => happened('runtime_claimed'), BOUND).toBeGreaterThan(0),
      ],
      ['VerifyDestinationDocument', async () => void ok(await scene.agent.push(scene.id))],
      [
        'WatchTransferDocument',
        async () => {
          await place.until('verified');
          ok(await scene.agent.activate(scene.id, await scene.token('ACTIVATE')));
        },
      ],
      [
        'ReportUsageDocument',
        async () => {
          await place.until('command_started');
          place.spend({ id: 'a', amountUsd: '0.1' }, { id: 'b', amountUsd: '0.2' });
        },
      ],
      [
        'ReportTeardownDocument',
        async () => {
          await place.until('usage_reported', { usageId: 'b' });
          ok(await scene.orchestrator.terminate(scene.id));
        },
      ],
    ];

    place.startProcess(point);
    for (const [document, step] of steps) {
      await step();
      if (document !== point.document) continue;
      await place.untilDead();
      expect({
        claim: existsSync(join(root, 'claim.json')),
        lease: existsSync(join(root, 'lease.json')),
        status: await status(),
      }).toEqual(left);
      if (!left.claim) await world.db.advanceClock(121_000);
      await place.start();
      await place.until(left.claim ? 'adopted' : 'claimed', { transferId: scene.id });
    }
    await place.until('teardown_reported', { proven: true });
    await expect.poll(() => existsSync(root), BOUND).toBe(false);
    const ledger = (await world.judge.ledger(scene.id)).map(({ usage_id }) => usage_id);
    expect(ledger).toEqual(['a', 'b']);
    expect((await world.judge.transfer(scene.id)).spent).toBe(300_000_000n);
    expect(await happened('runtime_claimed')).toBe(left.claim ? 1 : 2);
    expect(await happened('destination_verified')).toBe(1);
    expect(await happened('runtime_torn_down')).toBe(1);
    expect(await world.judge.broken()).toEqual([]);
  });
});
