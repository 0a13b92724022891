import './node-version.mjs';
import { builtPackages, entry, run } from './project.mjs';
import { setUp } from './setup.mjs';

// Biome colours its output even where nobody can see colours.
const plain = process.stdout.isTTY ? [] : ['--colors=off'];
const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
const cruised = [...builtPackages.map((name) => `${name}/src`), 'scripts', 'test'];

/** Name of each check, and the Node program that makes it. Types come first: others read what they build. */
const checks = {
  types: ['node_modules/typescript/bin/tsc', '-b'],
  'format and lint': ['node_modules/@biomejs/biome/bin/biome', 'ci', ...plain, '.'],
  'typed lint and GraphQL': ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '.'],
  'import rules': [cruiser, '--config', '.dependency-cruiser.cjs', ...cruised],
  'unused code': ['node_modules/knip/bin/knip.js'],
  'generated files': ['scripts/generate.mjs', '--check'],
  'migrations against the schema, and their clock': ['scripts/check-drift.mjs'],
};

await entry(async () => {
  await setUp({ build: false });
  let failed = 0;
  for (const [name, program] of Object.entries(checks)) {
    const start = performance.now();
    const code = await run(process.execPath, program, { stdout: 1 });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    if (code !== 0) failed += 1;
  }
  console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed, 0 skipped`);
  if (failed > 0) process.exit(1);
});
