import type { Context, MoveRunner } from '../context.js';
import { isUnreachable } from '../db/unreachable.js';
import { type MoveResult, moveResult } from './move.js';

/** At most this many reports share a transaction. */
const GROUP_LIMIT = 64;

interface Waiting {
  readonly argument: Record<string, unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Groups usage reports: whatever queued while the last group was being committed goes together, in arrival order.
 * Nobody waits for a group to fill; a report alone leaves at once.
 */
class UsageGroup {
  readonly #waiting: Waiting[] = [];
  #running = false;

  constructor(private readonly run: MoveRunner) {}

  report(argument: Record<string, unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ argument, resolve, reject });
      if (!this.#running) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, GROUP_LIMIT);
      await this.#send(group);
    }
    this.#running = false;
  }

  /** Never rejects: each report is told its own outcome. */
  async #send(group: readonly Waiting[]): Promise<void> {
    try {
      const answers = await this.run(
        'transfer_report_usage',
        JSON.stringify(group.map(({ argument }) => argument)),
      );
      for (const [index, { resolve }] of group.entries()) resolve((answers as unknown[])[index]);
    } catch (error) {
      // A database that is away is away for all: each alone would only wait its turn to learn that.
      if (group.length === 1 || isUnreachable(error)) for (const { reject } of group) reject(error);
      // One bad report must not fail its neighbours; usage ids make the second run safe.
      else for (const one of group) await this.#send([one]);
    }
  }
}

/** One group per runner, hence per database. */
const groups = new WeakMap<MoveRunner, UsageGroup>();

export async function reportUsageGrouped(
  context: Context,
  argument: Record<string, unknown>,
): Promise<MoveResult> {
  const group = groups.get(context.run) ?? new UsageGroup(context.run);
  groups.set(context.run, group);
  return moveResult(await group.report(argument), context.viewer);
}
