import { mkdir } from 'node:fs/promises';
import type { Running } from './driver.js';
import type { Run } from './run.js';

/** Descriptor on which a command writes what it spent. */
const USAGE_FD = 3;

/** A command that never was. */
const NONE: Running = {
  freeze: () => undefined,
  resume: () => undefined,
  exited: () => ({ code: null }),
  end: async () => true,
};

/** Starts the command in its restored session, with a home and a temporary folder of its own. */
export async function startCommand(
  run: Run,
  { lease, limits }: { readonly lease: { readonly epoch: number }; readonly limits: unknown },
): Promise<Running> {
  const { paths, claim } = run;
  for (const folder of [paths.home, paths.tmp]) await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const running = await run.driver.start({
      transferId: run.id,
      command: run.command,
      cwd: paths.session,
      env: {
        ...run.environment,
        HOME: paths.home,
        TMPDIR: paths.tmp,
        BATON_TRANSFER_ID: run.id,
        BATON_EPOCH: String(lease.epoch),
        BATON_SESSION_DIR: paths.session,
        BATON_TIER: claim.tier,
        BATON_USAGE_FD: String(USAGE_FD),
      },
      root: paths.root,
      usage: paths.usage,
      stdout: paths.stdout,
      stderr: paths.stderr,
      tier: claim.tier,
      limits,
    });
    run.log('command_started', { driver: run.driver.name, ceilings: run.driver.ceilings });
    return running;
  } catch (error) {
    // The transfer is live and stays ours: its orchestrator decides what becomes of it.
    run.log('command_failed_to_start', { message: error instanceof Error ? error.message : String(error) });
    return NONE;
  }
}
