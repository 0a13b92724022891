import { expect, test } from 'vitest';
import { LeaseClock } from './lease-clock.js';

test('holds from the moment a renewal was sent, by the clock that ran further', () => {
  let [monotonic, wall] = [1_000, 50_000];
  const clock = new LeaseClock(
    30,
    () => monotonic,
    () => wall,
  );
  expect([clock.holds(), clock.age()]).toEqual([false, Number.POSITIVE_INFINITY]);
  const sent = clock.moment();
  monotonic += 10;
  wall += 10;
  clock.renewedAt(sent);
  expect([clock.holds(), clock.age()]).toEqual([true, 10]);
  // The machine slept: its monotonic clock stood still.
  wall += 20;
  expect([clock.holds(), clock.age()]).toEqual([false, 30]);
  clock.renewedAt(clock.moment());
  // Somebody set the wall clock back.
  wall -= 40_000;
  monotonic += 29;
  expect(clock.holds()).toBe(true);
  monotonic += 1;
  expect(clock.holds()).toBe(false);
});
