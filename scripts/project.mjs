import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages with TypeScript sources, in the order in which they depend on each other. */
export const builtPackages = ['sessions', 'api', 'runtime', 'mcp-bridge', 'cli'];

/** Progress and complaints go to stderr: stdout belongs to the command that is set up. */
export const say = (text) => process.stderr.write(`baton: ${text}\n`);

/** A failure that its message explains; shown without a stack. */
export class Failure extends Error {}

/** Every file under `folder` (relative to the project) that `wanted` accepts, sorted, without node_modules and dist. */
export function filesUnder(folder, wanted) {
  const top = join(root, folder);
  if (!existsSync(top)) return [];
  return readdirSync(top, { withFileTypes: true })
    .flatMap((entry) => {
      const path = relative(root, join(top, entry.name));
      if (entry.isDirectory()) {
        return entry.name === 'node_modules' || entry.name === 'dist' ? [] : filesUnder(path, wanted);
      }
      return wanted(path) ? [path] : [];
    })
    .sort();
}

/** One hash over names and bytes of files (a missing file counts as such) and over further words. */
export function fingerprint(files, words = []) {
  const hash = createHash('sha256');
  for (const file of files) {
    const path = join(root, file);
    hash.update(`${file}\0`).update(existsSync(path) ? readFileSync(path) : 'missing');
    hash.update('\0');
  }
  return hash.update(words.join('\0')).digest('hex');
}

/** What the stamp at `path` says, or undefined when there is none. */
export function readStamp(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
}

export function writeStamp(path, value) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), value);
}

/**
 * Runs a command in the project's folder, its output on stderr unless `stdout` is 'inherit'; gives its exit code.
 * SIGINT and SIGTERM reach it, and we end after it, so that nothing goes on writing behind a released lock.
 */
export function run(command, args, { env = {}, stdout = 2, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', stdout, 2],
      shell: process.platform === 'win32' && command === 'npx',
    });
    const signals = ['SIGINT', 'SIGTERM'];
    let asked;
    const pass = (signal) => {
      asked = signal;
      child.kill(signal);
    };
    for (const signal of signals) process.on(signal, pass);
    child.once('error', reject);
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, pass);
      if (asked) process.exit(asked === 'SIGINT' ? 130 : 143);
      resolve(code ?? 1);
    });
  });
}

/** As `run`, and a `Failure` with `sentence` when the command fails. */
export async function must(sentence, command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) throw new Failure(`${sentence} (exit code ${code})`);
}

/** Runs `main` and turns a `Failure` into its sentence and exit code 1. */
export async function entry(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(error.message);
    process.exit(1);
  }
}
