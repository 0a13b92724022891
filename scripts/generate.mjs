import './node-version.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDiagrams } from './diagrams.mjs';
import { writeManifests } from './manifests.mjs';
import { printSchema } from './print-schema.mjs';
import { entry, Failure, filesUnder, must, root } from './project.mjs';
import { compile, setUp } from './setup.mjs';
import { writeTools } from './tools.mjs';

/** Every committed file that is generated, with its text. */
function generatedFiles() {
  const isFile = () => true;
  const folders = [
    'api/manifests',
    'runtime/src/gen',
    'cli/src/gen',
    'mcp-bridge/src/gen',
    'mcp-bridge/src/gen-metering',
  ];
  const paths = [
    ...folders.flatMap((folder) => filesUnder(folder, isFile)),
    ...filesUnder('api', (path) => path === 'api/schema.graphql'),
    'README.md',
  ];
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

async function generate() {
  await printSchema();
  const codegen = 'node_modules/@graphql-codegen/cli/esm/bin.js';
  await must('the clients could not be generated', process.execPath, [codegen, '--config', 'codegen.ts']);
  writeManifests();
  await writeTools();
  await writeDiagrams();
}

/**
 * Writes everything that is generated and committed. With `--check` it also fails when that changed anything,
 * and leaves the right files in place, ready to be committed.
 */
await entry(async () => {
  await setUp({ build: false });
  // The clients are made from the API's schema and may not compile before they are: only the API is built.
  await compile('the API does not compile', 'api');
  const before = generatedFiles();
  await generate();
  if (!process.argv.includes('--check')) return;
  const after = generatedFiles();
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const stale = paths.filter((path) => before.get(path) !== after.get(path));
  if (stale.length > 0) throw new Failure(`generated files were out of date: ${stale.join(', ')}`);
});
