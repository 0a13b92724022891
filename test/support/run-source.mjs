import { argv } from 'node:process';
import { runnerImport } from 'vite';

/**
 * Runs a TypeScript source of ours as a Node process of its own: `node run-source.mjs <file.ts> [argument…]`.
 * For tests that kill processes; what runs is the source, never a stale build.
 */
const [file, ...args] = argv.slice(2);
argv.splice(1, argv.length, file, ...args);
await runnerImport(file, { configFile: false, logLevel: 'error' });
