/**
 * How long a lease still lets its holder act, by this machine alone. Counted from before the renewal was sent, so that
 * it never ends later than the server's.
 */
export class LeaseClock {
  private renewed: { monotonic: number; wall: number } | null = null;

  constructor(
    private readonly leaseMs: number,
    private readonly monotonic: () => number = () => performance.now(),
    private readonly wall: () => number = () => Date.now(),
  ) {}

  /** The moment a call begins. */
  moment(): { monotonic: number; wall: number } {
    return { monotonic: this.monotonic(), wall: this.wall() };
  }

  renewedAt(moment: { monotonic: number; wall: number }): void {
    this.renewed = moment;
  }

  /** Milliseconds since the last renewal; infinite before the first. */
  age(): number {
    if (this.renewed === null) return Number.POSITIVE_INFINITY;
    // The monotonic clock stands still while the machine sleeps; the wall clock can be set back.
    return Math.max(this.monotonic() - this.renewed.monotonic, this.wall() - this.renewed.wall);
  }

  holds(): boolean {
    return this.age() < this.leaseMs;
  }
}
