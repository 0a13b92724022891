import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './project.mjs';

const require = createRequire(join(root, 'api/package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

/**
 * Prisma's schema engine on the database at `url`, as the WebAssembly that needs no download. Free it with `free()`.
 * `datamodel`: text of a schema.prisma, for engines that read or write one.
 */
export async function schemaEngine(url, datamodel) {
  const engine = await load('@prisma/schema-engine-wasm/schema_engine_bg');
  const { bindMigrationAwareSqlAdapterFactory } = await load('@prisma/driver-adapter-utils');
  const { PrismaPg } = await load('@prisma/adapter-pg');
  await instantiate(engine);
  return engine.SchemaEngine.new(
    { datamodels: datamodel === undefined ? undefined : [['schema.prisma', datamodel]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: url })),
  );
}

let instantiated;

// The package's own entry imports a .wasm file as a module, which Node 20 does not.
function instantiate(engine) {
  instantiated ??= (async () => {
    const folder = dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
    const bytes = await readFile(join(folder, 'schema_engine_bg.wasm'));
    const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': engine });
    engine.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start();
  })();
  return instantiated;
}
