import { describeFailure, type FailureFacts } from './failure.js';

/** Where text goes. */
export interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

const SGR: Readonly<Record<Style, number>> = { bold: 1, dim: 2, green: 32, red: 31, yellow: 33 };

/** What a command says: its result on stdout, everything else on stderr. */
export class Output {
  /** With it stdout carries one JSON value and nothing else. */
  json = false;

  constructor(
    private readonly stdout: Stream,
    private readonly stderr: Stream,
    private readonly noColor: boolean,
  ) {}

  /** The command's result: `value` for programs, `text` for people. Once per command; once per event by those that follow. */
  result(value: unknown, text: string): void {
    this.stdout.write(this.json ? `${JSON.stringify(value)}\n` : `${text}\n`);
  }

  /** Help that was asked for. */
  help(text: string): void {
    this.stdout.write(text);
  }

  /** A line beside the result. */
  progress(text: string): void {
    this.stderr.write(`${text}\n`);
  }

  /** A line of a story that people follow on stdout; programs wait for the result. */
  tell(text: string): void {
    (this.json ? this.stderr : this.stdout).write(`${text}\n`);
  }

  /** What stands in the way. */
  failure(facts: FailureFacts): void {
    if (this.json) this.stdout.write(`${JSON.stringify({ error: facts })}\n`);
    else this.stderr.write(`${this.style('red', 'baton:')} ${describeFailure(facts)}\n`);
  }

  /** `text` in a style where the terminal shows it. */
  style(style: Style, text: string): string {
    const shows = this.stdout.isTTY === true && this.stderr.isTTY === true && !this.noColor;
    return shows ? `\u001b[${SGR[style]}m${text}\u001b[0m` : text;
  }
}
