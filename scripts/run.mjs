import './node-version.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { entry, Failure, root } from './project.mjs';
import { setUp } from './setup.mjs';

const commands = {
  bench: (args) => become('test/bench/main.mjs', args),
  baton: (args) => become('cli/dist/main.js', args),
  demo: (args) => become('cli/dist/main.js', ['demo', ...args]),
  setup: () => undefined,
  start: (args) => become('api/dist/main.js', args),
  test: (args) => become('node_modules/vitest/vitest.mjs', ['run', ...args]),
};

/**
 * Runs a program inside this process, as if Node had been started with it: signals, stdin and the exit code are
 * then its own, with nothing in between that could lose them.
 */
async function become(program, args) {
  const path = join(root, program);
  if (!existsSync(path)) throw new Failure(`${program} is missing although the build succeeded`);
  process.argv = [process.execPath, path, ...args];
  await import(pathToFileURL(path).href);
}

/** The counts are the last line even of a run that never came to its tests. */
function promiseCounts() {
  const promised = Symbol.for('baton.test-summary-promised');
  process.on('exit', () => {
    if (globalThis[promised]) return;
    process.exitCode ||= 1;
    process.stdout.write('0 passed, 1 failed, 0 skipped\n');
  });
}

const [name, ...args] = process.argv.slice(2);

await entry(async () => {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (!command) throw new Failure(`say one of: ${Object.keys(commands).join(', ')}`);
  // npm moves to the project's folder; a file named on the command line is meant from where the user stands.
  const from = process.env.npm_lifecycle_event === name ? process.env.INIT_CWD : undefined;
  if (name === 'test') promiseCounts();
  await setUp();
  if (name === 'baton' && from) process.chdir(from);
  await command(args);
});
