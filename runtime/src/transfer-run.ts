import { prepare } from './prepare.js';
import { readPrivate } from './private-file.js';
import { type Run, Stopping } from './run.js';
import type { LeaseRecord } from './state-dir.js';
import { type Live, supervise } from './supervise.js';
import { drop, tearDown } from './teardown.js';
import { UsageReporter } from './usage-report.js';

/**
 * A claimed transfer, from wherever it stands to its end. Every step finds out from disk and server what was done
 * before, so that a new claim and one adopted from an earlier daemon go the same way. Resolves when nothing of it is left
 * here, or when the daemon stops.
 */
export async function runTransfer(run: Run): Promise<void> {
  try {
    const live = await comeAlive(run);
    if (live === null) return;
    const running = await supervise(run, live);
    if (run.stopping.aborted) return await live.reporter.close();
    await tearDown(run, running, live.reporter);
  } catch (error) {
    if (!(error instanceof Stopping)) throw error;
  }
}

/** Null when it ended before it was live. */
async function comeAlive(run: Run): Promise<Live | null> {
  const adopted = await run.driver.adopt(run.paths.root);
  const known = await readPrivate<LeaseRecord>(run.paths.lease);
  if (adopted !== null && known?.epoch != null) {
    const lease = { secret: known.secret, epoch: known.epoch };
    return { lease, limits: null, adopted, reporter: new UsageReporter(run, lease) };
  }
  const prepared = await prepare(run);
  switch (prepared.kind) {
    case 'live': {
      const { lease, limits } = prepared;
      return { lease, limits, adopted: null, reporter: new UsageReporter(run, lease) };
    }
    case 'over':
      await tearDown(run, null, null);
      return null;
    case 'lost':
      await drop(run, prepared.why);
      return null;
  }
}
