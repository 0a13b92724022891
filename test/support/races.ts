import { expect } from 'vitest';
import { codeOf } from './actor.js';
import { Barrier, type Call } from './barrier.js';
import { createTestDatabase } from './database.js';
import type { SceneOptions, SceneState } from './scene.js';
import { storyOf } from './story.js';
import { createWorld, type Scene, type World } from './world.js';

/** Runs of each race. */
export const RUNS = 200;

/** A world whose moves can be stopped before they commit, and a second server on the same database. */
export interface Races {
  readonly w: World;
  readonly other: World;
  readonly barrier: Barrier;
  /** Scenes with one cast, made several at a time: each run gets one of its own. */
  scenes(count: number, state: SceneState, options?: SceneOptions): Promise<Scene[]>;
  /**
   * Races `count` times: twice of three the callers take turns in being first and the others are seen waiting, and
   * once all start together. At least a third must have waited, unless `waits` is false: sweeps skip what is locked.
   */
  run(race: (run: number) => Promise<readonly Call<unknown>[]>, options?: RunOptions): Promise<void>;
  /** Fails unless the database tells one story and never met a deadlock. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface RunOptions {
  readonly count?: number;
  readonly waits?: boolean;
  /** Who leads, in turn; each caller unless given. A sweep that is not the first never waits. */
  readonly leads?: readonly number[];
  /** Judges what the callers of a run were answered, in the order they were given. */
  readonly judge?: (answers: unknown[], run: number) => Promise<void> | void;
}

export async function openRaces(): Promise<Races> {
  const db = await createTestDatabase({ max: 60 });
  const barrier = new Barrier(db.pool);
  const w = await createWorld({ db, run: () => barrier.runner() });
  const other = w.with({ run: barrier.runner() });
  const cast = { agent: await w.agent(), orchestrator: await w.orchestrator(), daemon: await w.daemon() };
  return {
    w,
    other,
    barrier,
    scenes: async (count, state, options = {}) => {
      const made: Scene[] = [];
      while (made.length < count) {
        const more = Math.min(10, count - made.length);
        made.push(
          ...(await Promise.all(Array.from({ length: more }, () => w.to(state, { ...cast, ...options })))),
        );
      }
      return made;
    },
    run: async (race, { count = RUNS, waits = true, leads, judge } = {}) => {
      barrier.waited = 0;
      for (let run = 0; run < count; run++) {
        const calls = await race(run);
        const turns = leads ?? [...calls.keys()];
        const turn = run - Math.floor(run / 3);
        const lead = turns[turn % turns.length] ?? 0;
        const answers = run % 3 === 2 ? await barrier.free(calls) : await barrier.behind(lead, calls);
        await judge?.(answers, run);
      }
      if (waits) expect(barrier.waited, 'runs in which the loser waited').toBeGreaterThanOrEqual(count / 3);
    },
    check: async () => {
      expect(await storyOf(w.judge)).toEqual([]);
      // Counted where the server keeps its statistics, with a delay of its own: a late one fails the next check.
      const { deadlocks } = await w.judge.one<{ deadlocks: bigint }>(
        'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
      );
      expect(deadlocks).toBe(0n);
    },
    close: async () => {
      await w.close();
      await db.drop();
    },
  };
}

/** The codes of answers, sorted, in one word: `OK STATE_CHANGED`. */
export function codes(answers: readonly unknown[]): string {
  return answers
    .map((answer) => codeOf(answer as never))
    .sort()
    .join(' ');
}

/** How often each outcome was seen. */
export class Tally {
  readonly #seen = new Map<string, number>();

  count(outcome: string): void {
    this.#seen.set(outcome, (this.#seen.get(outcome) ?? 0) + 1);
  }

  /** Fails unless these outcomes, and no others, were seen, each of them. */
  expectAll(...outcomes: string[]): void {
    expect([...this.#seen.keys()].sort()).toEqual([...outcomes].sort());
  }
}
