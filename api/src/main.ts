import { type Env, readEnv, SettingsError } from './env.js';
import { createLog } from './log.js';
import { type Served, serve } from './serve.js';

/** Program: the control plane. Its one line on stdout says where it listens; everything else is a log on stderr. */

/** Who started us kills us after this. */
const STOP_WITHIN_MS = 5_000;

const env = settingsOrExit();
const log = createLog(env.logLevel);

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, event);
    process.exit(1);
  });
}

/**
 * A terminal's Ctrl-C reaches us more than once: from the terminal, passed on by npm, and as the SIGTERM of a parent
 * that it reached too. Only what comes later is somebody who is out of patience.
 */
const SAME_KEYSTROKE_MS = 500;

let stopping: { signal: string; at: number } | null = null;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping !== null) {
      const sameKeystroke =
        [signal, stopping.signal].includes('SIGINT') && performance.now() - stopping.at < SAME_KEYSTROKE_MS;
      if (sameKeystroke) return;
      process.exit(1);
    }
    stopping = { signal, at: performance.now() };
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, STOP_WITHIN_MS - 200).unref();
    // A signal during the start waits for it, so that nothing half-started is left behind.
    void starting.then((served) => served.stop()).then(() => process.exit(0));
  });
}

const starting = serve(env, log);
try {
  announce(await starting);
} catch (error) {
  log.debug({ err: error }, 'the start failed');
  process.stderr.write(`baton: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function announce({ url, databaseLost }: Served): void {
  process.stdout.write(`Baton listens on ${url}\n`);
  void databaseLost.then(() => {
    if (stopping !== null) return;
    log.fatal('the embedded database has ended on its own');
    process.exit(1);
  });
}

function settingsOrExit(): Env {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(error.problems.map((problem) => `baton: ${problem}\n`).join(''));
    process.exit(1);
  }
}
