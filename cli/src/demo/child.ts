import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** A program of ours that runs beside the demo, with its output in files. */
export class Child {
  private readonly exited: Promise<unknown>;

  private constructor(
    readonly name: string,
    private readonly process: ChildProcess,
    private readonly files: { readonly out: string; readonly err: string },
  ) {
    this.exited = once(process, 'exit');
  }

  /** `log`: where its output goes, with `.out` and `.err` added. The child is ended when this process ends first. */
  static start(
    name: string,
    args: readonly string[],
    options: { env: NodeJS.ProcessEnv; log: string },
  ): Child {
    const files = { out: `${options.log}.out`, err: `${options.log}.err` };
    const [out, err] = [openSync(files.out, 'w', 0o600), openSync(files.err, 'w', 0o600)];
    try {
      // A group of its own: Ctrl-C reaches the demo, which ends its children in order.
      const child = spawn(process.execPath, args, {
        env: options.env,
        stdio: ['ignore', out, err],
        detached: true,
      });
      process.once('exit', () => child.kill('SIGTERM'));
      return new Child(name, child, files);
    } finally {
      closeSync(out);
      closeSync(err);
    }
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  get running(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  stdout(): string {
    return readFileSync(this.files.out, 'utf8');
  }

  /** The end of what it said, for a failure's sake. */
  lastWords(): string {
    const said = Object.values(this.files).map((file) => readFileSync(file, 'utf8').trimEnd());
    return said.filter(Boolean).join('\n').split('\n').slice(-12).join('\n');
  }

  /** SIGTERM, and SIGKILL when it does not heed it. */
  async end(): Promise<void> {
    if (!this.running) return;
    this.process.kill('SIGTERM');
    const kill = setTimeout(() => this.process.kill('SIGKILL'), 10_000);
    await this.exited;
    clearTimeout(kill);
  }
}
