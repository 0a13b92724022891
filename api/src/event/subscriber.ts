/** One event as a subscriber gets it: the JSON text of its execution result, made once for all who share it. */
export interface Frame {
  readonly position: bigint;
  readonly cursor: string;
  readonly text: string;
}

/** Where a subscriber's frames go. Called in order; nothing is called after `end`, nor after the signal. */
export interface Sink {
  next(frame: Frame): void;
  /** Awaited between the frames of a replay, which comes as fast as it is taken. */
  room(): Promise<void>;
  /** The stream is over without having been asked to: it failed. */
  end(error: unknown): void;
}

/** Frames that wait for the end of a replay, at most; their texts are shared. What lies beyond is read from the log. */
const MAX_HELD = 256;

/** One of those who share a broadcast: while it replays what it missed, what comes meanwhile is held back. */
export class Subscriber {
  #held: Frame[] | null = [];
  #overrun = false;

  /** `seen`: the position it has been told of so far. */
  constructor(
    private readonly sink: Sink,
    private readonly signal: AbortSignal,
    public seen: bigint,
  ) {}

  /** Whether all goes straight on, with no replay under way. */
  get live(): boolean {
    return this.#held === null;
  }

  /** From the broadcast. */
  deliver(frame: Frame): void {
    if (this.#held === null) {
      this.pass(frame);
    } else {
      // From the first that does not fit none is held, so that those that are have no gap.
      this.#overrun ||= this.#held.length >= MAX_HELD;
      if (!this.#overrun) this.#held.push(frame);
    }
  }

  fail(error: unknown): void {
    if (!this.signal.aborted) this.sink.end(error);
  }

  /** To the sink, unless it had it. */
  pass(frame: Frame): void {
    if (this.signal.aborted || frame.position <= this.seen) return;
    this.seen = frame.position;
    this.sink.next(frame);
  }

  /** From a replay. */
  async replay(frame: Frame): Promise<void> {
    await this.sink.room();
    this.pass(frame);
  }

  /** Hands over what was held; then all goes straight on. False: more came than was held, to be replayed from `seen`. */
  async release(): Promise<boolean> {
    for (let frame = this.#held?.shift(); frame !== undefined; frame = this.#held?.shift()) {
      await this.replay(frame);
    }
    if (this.#overrun) {
      this.#overrun = false;
      return false;
    }
    this.#held = null;
    return true;
  }
}
