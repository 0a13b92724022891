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
    for (const { id, tool } of entry.calls) {
      // Lines of a tree may stand in any order: an answer that came early is one.
      if (!this.answered.has(id)) this.waiting.set(id, { id, tool, line, passed: false });
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
