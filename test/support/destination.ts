import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import {
  type RuntimeEvent,
  type RuntimeHandle,
  type RuntimeOptions,
  runRuntime,
} from '../../runtime/src/index.js';
import { processFacts } from '../../runtime/src/process-table.js';
import { ok } from './actor.js';
import type { Scene } from './scene.js';
import { runSource, type SourceProcess } from './source-process.js';

const SPENDER = fileURLToPath(new URL('./spender.mjs', import.meta.url));
const BOUND = { timeout: 15_000, interval: 20 };

/** A place where a daemon runs a command that spends what it is told to. */
export class Destination {
  readonly dir = mkdtempSync(join(tmpdir(), 'baton-daemon-'));
  readonly state = join(this.dir, 'state');
  readonly events: RuntimeEvent[] = [];
  private readonly orders = join(this.dir, 'orders');
  private readonly ticks = join(this.dir, 'ticks');
  private handle: RuntimeHandle | null = null;
  private process: SourceProcess | null = null;

  constructor(
    private readonly url: string,
    private readonly key: string,
    private readonly more: Partial<RuntimeOptions> = {},
  ) {}

  private get options(): Omit<RuntimeOptions, 'log'> {
    return {
      url: this.url,
      key: this.key,
      dir: this.state,
      command: [process.execPath, SPENDER, this.orders, this.ticks],
      ...this.more,
      timing: { pollMs: 50, usageMs: 20, ...this.more.timing },
    };
  }

  /** A daemon in this process. */
  async start(): Promise<void> {
    this.handle = await runRuntime({ ...this.options, log: (event) => this.events.push(event) });
  }

  async stop(): Promise<void> {
    await this.handle?.stop();
    this.handle = null;
  }

  /** A daemon in a process of its own, to be killed. */
  startProcess(): void {
    const started = runSource('./run-daemon.ts', [JSON.stringify(this.options)]);
    this.process = started;
    started.child.stdout?.on('data', (chunk: Buffer) => this.take(chunk.toString()));
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    await this.process?.end(signal);
    this.process = null;
  }

  private take(text: string): void {
    for (const line of text.split('\n').filter((line) => line !== '')) this.events.push(JSON.parse(line));
  }

  /** Has the command write these lines to its usage descriptor, in this order. */
  spend(...lines: (string | { id: string; amountUsd: string | number; detail?: unknown })[]): void {
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    appendFileSync(this.orders, texts.map((text) => `${text}\n`).join(''));
  }

  /** How often the command has acted. */
  acted(): number {
    return existsSync(this.ticks) ? statSync(this.ticks).size : 0;
  }

  /** Waits until the command acts. */
  async untilActing(): Promise<void> {
    const before = this.acted();
    await expect.poll(() => this.acted(), BOUND).toBeGreaterThan(before + 2);
  }

  /** Waits for the event with these details, at or after the `from`-th. */
  async until(event: RuntimeEvent['event'], detail: Record<string, unknown> = {}, from = 0): Promise<void> {
    await expect
      .poll(() => this.events.slice(from), BOUND)
      .toContainEqual(expect.objectContaining({ event, ...detail }));
  }

  /** Pid of the command that was started for this transfer. */
  commandPid(transferId: string): number {
    const root = join(this.state, transferId);
    const records = readdirSync(root)
      .filter((name) => /^launch\.\d+$/.test(name))
      .map((name) => Number.parseInt(readFileSync(join(root, name), 'utf8'), 10));
    return records.find((pid) => pid > 0) ?? 0;
  }

  /** The letter that the kernel has for its state, T when it is stopped; null when there is no such process. */
  commandState(transferId: string): string | null {
    return processFacts(this.commandPid(transferId))?.state ?? null;
  }

  /** From provisioned to active, as its agent does it. */
  async bringAlive(scene: Scene): Promise<void> {
    await this.until('claimed', { transferId: scene.id });
    ok(await scene.agent.push(scene.id));
    await this.until('verified', { transferId: scene.id });
    ok(await scene.agent.activate(scene.id, await scene.token('ACTIVATE')));
    await this.until('command_started', { transferId: scene.id });
    await this.untilActing();
  }

  /** What a daemon leaves behind, for the next one that will never come. */
  private endCommands(): void {
    for (const name of existsSync(this.state) ? readdirSync(this.state) : []) {
      if (!name.startsWith('trf_')) continue;
      const pid = this.commandPid(name);
      if (pid > 0 && processFacts(pid) !== null) process.kill(-pid, 'SIGKILL');
    }
  }

  async close(): Promise<void> {
    await this.stop();
    await this.kill('SIGKILL');
    this.endCommands();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
