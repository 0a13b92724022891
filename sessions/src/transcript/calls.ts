import type { Call, Entry } from './entry.js';

/** A call that nobody answered. `line` is 1-based, of the part it stands in. */
export interface OpenCall extends Call {
  line: number;
  /** Whether somebody spoke after it was made: then it was left behind, and is not what the session waits for. */
  passed: boolean;
}

/** Follows calls and their answers through a transcript. */
export class CallTracker {
  private readonly waiting = new Map<string, OpenCall>();
  private readonly answered = new Set<string>();

  /** Takes the next entry; gives its line once for each answer that has no call before it. */
  take(entry: Entry, line: number): number[] {
    // Calls of one message may stand on several lines, with answers between them: only a person's word passes them.
    if (entry.said && entry.answers.length === 0)
      for (const call of this.waiting.values()) call.passed = true;
    for (const call of entry.calls) {
      // Lines of a tree may stand in any order: an answer that came early is one.
      if (!this.answered.has(call.id)) this.waiting.set(call.id, { ...call, line, passed: false });
    }
    const orphans: number[] = [];
    for (const id of entry.answers) {
      if (!this.waiting.delete(id) && !this.answered.has(id)) orphans.push(line);
      this.answered.add(id);
    }
    return orphans;
  }

  /** In the order in which they were made. */
  open(): OpenCall[] {
    return [...this.waiting.values()];
  }
}

/** Who snapshots itself makes this call, and its transcript ends in it. */
export const SNAPSHOT_TOOL = /(?:^|__)snapshot_state$/;

/**
 * Tells the agent's own open call, by the id that its snapshot was taken with, from those that are in flight. A call
 * that was passed by is neither: the session went on without it.
 */
export function judgeOpenCalls<C extends Pick<OpenCall, 'id' | 'passed'>>(
  open: readonly C[],
  ownCallId: string | null,
): { own: C | null; inFlight: C[] } {
  const own = open.find(({ id, passed }) => id === ownCallId && !passed) ?? null;
  return { own, inFlight: open.filter((call) => call !== own && !call.passed) };
}
