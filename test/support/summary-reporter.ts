import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Tells the launcher, in the same process, that the counts will be printed; else it prints a failed line itself. */
const PROMISED = Symbol.for('baton.test-summary-promised');

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Lists skipped tests with their reasons and makes `N passed, N failed, N skipped` the last line on stdout.
 * A file that cannot be loaded, a failed hook and an error outside any test count as failed; so does a run
 * without tests. The line is written when the process exits, because Vitest itself still prints after the run.
 */
export default class SummaryReporter implements Reporter {
  private counts: Counts | undefined;

  onInit(): void {
    process.once('exit', () => this.printCounts());
    Object.assign(globalThis, { [PROMISED]: true });
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly SerializedError[],
    reason: 'passed' | 'failed' | 'interrupted',
  ): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    const brokenSuites = modules.reduce((sum, module) => sum + suitesWithErrors(module), 0);
    const unfinished = tests.filter((test) => test.result().state === 'pending').length;
    this.counts = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed:
        tests.filter((test) => test.result().state === 'failed').length +
        brokenSuites +
        unhandled.length +
        unfinished,
      skipped: skipped.length,
    };
    if (reason === 'interrupted') this.counts.failed += 1;
    for (const test of skipped) console.log(`skipped: ${describeSkipped(test)}`);
  }

  private printCounts(): void {
    const counts = this.counts ?? { passed: 0, failed: 1, skipped: 0 };
    if (counts.passed + counts.failed + counts.skipped === 0) counts.failed = 1;
    if (counts.failed > 0) process.exitCode = process.exitCode || 1;
    process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  }
}

/** How many of a file and its suites failed on their own: at loading, collecting or in a hook. */
function suitesWithErrors(module: TestModule): number {
  const own = module.errors().length > 0 ? 1 : 0;
  return own + [...module.children.allSuites()].filter((suite) => suite.errors().length > 0).length;
}

function describeSkipped(test: TestCase): string {
  const result = test.result();
  const reason = result.state === 'skipped' && result.note ? result.note : 'no reason given';
  return `${test.module.relativeModuleId} > ${test.fullName} (${reason})`;
}
