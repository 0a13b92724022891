import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleBridge } from './bundle.mjs';
import { withLock } from './lock.mjs';
import { generatePrisma } from './prisma-generate.mjs';
import {
  builtPackages,
  filesUnder,
  fingerprint,
  must,
  readStamp,
  root,
  say,
  writeStamp,
} from './project.mjs';

const pnpm = 'pnpm@12.4.2';
const tsc = 'node_modules/typescript/bin/tsc';
const manifests = ['.', ...builtPackages, 'test'].map((folder) => join(folder, 'package.json'));

const isSource = (path) => /\.(ts|json)$/.test(path) && !path.endsWith('.test.ts');

/** Compiles packages and what they depend on, as far as they are out of date. */
export const compile = (sentence, ...packages) => must(sentence, process.execPath, [tsc, '-b', ...packages]);

/** Each step: is its result there and made of today's inputs, and how to make it. Their order matters. */
const steps = [
  {
    stamp: 'node_modules/.baton-install',
    doing: 'installing dependencies (only the first time, and when they change)',
    // Install scripts and optional packages differ by platform: a folder carried to another machine is no install.
    inputs: () =>
      fingerprint(
        [...manifests, 'pnpm-lock.yaml', 'pnpm-workspace.yaml'],
        [process.versions.node.split('.')[0], process.platform, process.arch],
      ),
    results: ['node_modules'],
    make: () =>
      must('the dependencies could not be installed', 'npx', [
        ...['-y', pnpm, 'install', '--frozen-lockfile', '--config.confirm-modules-purge=false'],
      ]),
  },
  {
    stamp: '.cache/setup/prisma',
    doing: 'generating the database client',
    inputs: () =>
      fingerprint([
        ...filesUnder('prisma', (path) => path.endsWith('.prisma')),
        ...['prisma.config.ts', 'api/package.json', 'pnpm-lock.yaml'],
      ]),
    results: ['api/src/gen/prisma/client.ts'],
    make: generatePrisma,
  },
  {
    stamp: '.cache/setup/build',
    doing: 'building',
    inputs: () =>
      fingerprint([
        ...builtPackages.flatMap((name) => filesUnder(join(name, 'src'), isSource)),
        ...builtPackages.flatMap((name) => [join(name, 'tsconfig.json'), join(name, 'package.json')]),
        ...['tsconfig.base.json', 'pnpm-lock.yaml', 'scripts/bundle.mjs'],
      ]),
    results: [
      ...builtPackages.map((name) => join(name, 'dist', '.tsbuildinfo')),
      'mcp-bridge/dist/baton-mcp.mjs',
    ],
    make: async () => {
      await compile('the build failed', ...builtPackages);
      await bundleBridge();
    },
  },
];

const isCurrent = (step) =>
  step.results.every((path) => existsSync(join(root, path))) && readStamp(step.stamp) === step.inputs();

/**
 * Installs, generates and (unless `build` is false) builds what is missing or older than its inputs, and nothing
 * else. Safe to run by several processes at once: one works, the others wait and find it done.
 */
export async function setUp({ build = true } = {}) {
  const wanted = build ? steps : steps.slice(0, -1);
  if (wanted.every(isCurrent)) return;
  const waiting = () => say('another process sets up, waiting for it');
  await withLock(join(root, '.cache', 'setup.lock'), waiting, async () => {
    for (const step of wanted) {
      if (isCurrent(step)) continue;
      say(step.doing);
      // Taken before the work: an input that changes meanwhile makes the next run do it again.
      const inputs = step.inputs();
      await step.make();
      writeStamp(step.stamp, inputs);
    }
    say('set-up is complete');
  });
}
