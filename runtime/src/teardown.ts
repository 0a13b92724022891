import { rm } from 'node:fs/promises';
import type { Running } from './driver.js';
import { ReportTeardownDocument } from './gen/graphql.js';
import { pause } from './pause.js';
import { type Run, throwIfStopping } from './run.js';
import type { UsageReporter } from './usage-report.js';

/**
 * Ends the command, reports the usage it still wrote, removes the files, and says so. It can be left at any point and
 * begun anew by the next daemon.
 */
export async function tearDown(
  run: Run,
  running: Running | null,
  reporter: UsageReporter | null,
): Promise<void> {
  const gone = (await running?.end(run.timing.endGraceMs)) ?? true;
  if (reporter !== null) await reportTheRest(run, reporter);
  await removeFiles(run);
  await reportTeardown(run, gone && !run.keepFiles);
  await forget(run);
}

/** Removes what there is of a claim that is not ours any more. */
export async function drop(run: Run, why: string): Promise<void> {
  await removeFiles(run);
  await forget(run);
  run.log('dropped', { why });
}

async function reportTheRest(run: Run, reporter: UsageReporter): Promise<void> {
  let told = false;
  for (;;) {
    throwIfStopping(run);
    const step = await reporter.step({ last: true });
    if (step.kind === 'nothing') break;
    if (step.kind !== 'unanswered') continue;
    if (!told) run.log('api_unreachable', { message: step.message });
    told = true;
    await pause(run.timing.pollMs, run.stopping);
  }
  await reporter.close();
}

async function removeFiles({ paths, keepFiles }: Run): Promise<void> {
  if (keepFiles) return;
  for (const path of [paths.session, paths.home, paths.tmp, paths.stdout, paths.stderr]) {
    await rm(path, { recursive: true, force: true });
  }
}

async function reportTeardown(run: Run, proven: boolean): Promise<void> {
  const input = { id: run.id, proven, idempotencyKey: run.claim.teardownKey };
  for (;;) {
    throwIfStopping(run);
    const outcome = await run.api.mutate(ReportTeardownDocument, { input });
    if (outcome.kind === 'done') return run.log('teardown_reported', { proven });
    // Reported before, or of a transfer that goes on in another runtime: nobody waits for this word.
    if (outcome.kind === 'refused' && !outcome.refusal.retryable) {
      return run.log('teardown_refused', { proven, code: outcome.refusal.code });
    }
    if (outcome.kind === 'fault' && !outcome.retryable) {
      return run.log('teardown_refused', { proven, code: outcome.code });
    }
    await pause(run.timing.pollMs, run.stopping);
  }
}

/** The secrets go first: without the claim's record the next daemon does not know the transfer. */
async function forget({ paths, keepFiles }: Run): Promise<void> {
  await rm(paths.claim, { force: true });
  await rm(paths.lease, { force: true });
  if (!keepFiles) await rm(paths.root, { recursive: true, force: true });
}
