import { setTimeout as wait } from 'node:timers/promises';
import { allProcesses, type ProcessFacts, processFacts } from './process-table.js';
import { isCode } from './system-error.js';

const LOOK_MS = 20;
const KILLED_WITHIN_MS = 5_000;
const ENDED = ['Z', 'X'];

/**
 * The processes of one started command: the session that its first process leads, with every group that a shell in it
 * made. What leaves the session (`setsid`) is out of reach.
 */
export class ProcessGroup {
  /** `startedAt`: of the leader, by which a pid given again is told from ours. */
  constructor(
    readonly leader: number,
    private readonly startedAt: string,
  ) {}

  /** Those alive, stopped ones among them. */
  members(): ProcessFacts[] {
    const { leader } = this;
    const now = processFacts(leader);
    if (now !== null && now.startedAt !== this.startedAt) return [];
    return allProcesses().filter(({ session, state }) => session === leader && !ENDED.includes(state));
  }

  isLeaderAlive(): boolean {
    const now = processFacts(this.leader);
    return now !== null && now.startedAt === this.startedAt && !ENDED.includes(now.state);
  }

  /** SIGSTOP to all. It cannot be caught; once sent, none of them runs another instruction of its own. */
  freeze(): void {
    // Again, for what a process outside the leader's group forked while the first round went by.
    this.signal('SIGSTOP');
    this.signal('SIGSTOP');
  }

  resume(): void {
    this.signal('SIGCONT');
  }

  /** SIGTERM, after `graceMs` SIGKILL. Whether none is left. Frozen ones wake up to the signal. */
  async end(graceMs: number): Promise<boolean> {
    this.signal('SIGTERM');
    this.signal('SIGCONT');
    if (await this.emptyWithin(graceMs)) return true;
    this.signal('SIGKILL');
    return this.emptyWithin(KILLED_WITHIN_MS, 'SIGKILL');
  }

  private async emptyWithin(ms: number, again?: NodeJS.Signals): Promise<boolean> {
    const deadline = performance.now() + ms;
    while (this.members().length > 0) {
      if (performance.now() >= deadline) return false;
      await wait(LOOK_MS);
      if (again !== undefined) this.signal(again);
    }
    return true;
  }

  private signal(name: NodeJS.Signals): void {
    for (const group of new Set(this.members().map(({ group }) => group))) {
      try {
        process.kill(-group, name);
      } catch (error) {
        // Gone meanwhile. EPERM: what is left of the group became another user's, and members() goes on naming it.
        if (!isCode(error, 'ESRCH', 'EPERM')) throw error;
      }
    }
  }
}
