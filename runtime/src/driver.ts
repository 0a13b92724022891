/** What a driver is to run, and where. */
export interface StartSpec {
  readonly transferId: string;
  /** Program and arguments. */
  readonly command: readonly [string, ...string[]];
  /** Working directory: the restored session. */
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The driver's own notes of this transfer; nothing of the command's. */
  readonly root: string;
  /** Descriptor 3 appends here. */
  readonly usage: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Name of the tier, and what was asked for below its ceilings. */
  readonly tier: string;
  readonly limits: unknown;
}

/** A command that runs, or ran. */
export interface Running {
  /** Stops all of it at once; nothing of it acts until `resume`. Harmless when done twice. */
  freeze(): void;
  resume(): void;
  /** Null while it runs. `code` is null when a signal ended it, or nobody was there to see. */
  exited(): { readonly code: number | null } | null;
  /** Ends all of it, within about `graceMs` + 5 s. Resolves to whether nothing of it is left. */
  end(graceMs: number): Promise<boolean>;
}

/** How commands are run. */
export interface Driver {
  readonly name: string;
  /** Whether it holds the tier's ceilings, or only passes them on. */
  readonly ceilings: 'ENFORCED' | 'ADVISORY';
  /** What an earlier daemon started for this transfer, exited or not; null when it started nothing and never will. */
  adopt(root: string): Promise<Running | null>;
  /** Starts the command; once for each transfer, after `adopt` said null. */
  start(spec: StartSpec): Promise<Running>;
}
