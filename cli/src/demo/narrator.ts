import { Failure } from '../failure.js';
import type { Output } from '../output.js';

const STEPS = 14;

/** Tells the demo's steps, and stops it at the first thing that is not as it must be. */
export class Narrator {
  private number = 0;

  constructor(private readonly output: Output) {}

  step(number: number, title: string): void {
    this.number = number;
    const { output } = this;
    output.tell(`${output.style('bold', `[${String(number).padStart(2)}/${STEPS}] ${title}`)}`);
  }

  /** What changed. */
  changed(text: string): void {
    for (const line of text.split('\n')) this.output.tell(`        ${line}`);
  }

  /** What helps to understand a failure. */
  aside(text: string): void {
    for (const line of text.split('\n')) this.output.progress(`        ${line}`);
  }

  /** Throws when `holds` is false; the demo then fails with that sentence. */
  expect(holds: boolean, expected: string, found: unknown): void {
    if (!holds) throw this.failed(`expected ${expected}, found ${JSON.stringify(found)}`);
  }

  failed(message: string): Failure {
    return new Failure({ code: 'DEMO_FAILED', message, retryable: true, step: this.number }, 1);
  }
}
