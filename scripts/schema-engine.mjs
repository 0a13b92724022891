import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './project.mjs';

const require = createRequire(join(root, 'api/package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

/**
 * Gives `work` Prisma's schema engine on the database at `url`: as the WebAssembly, which needs no download.
 * `datamodel`: the text of a schema.prisma, for work that reads one.
 */
export async function withSchemaEngine(url, work, datamodel) {
  const engine = await load('@prisma/schema-engine-wasm/schema_engine_bg');
  const { bindMigrationAwareSqlAdapterFactory } = await load('@prisma/driver-adapter-utils');
  const { PrismaPg } = await load('@prisma/adapter-pg');
  await instantiate(engine);
  const factory = new PrismaPg({ connectionString: url });
  const connect = factory.connect.bind(factory);
  const connections = [];
  factory.connect = async () => {
    connections.push(await connect());
    return connections.at(-1);
  };
  const instance = await engine.SchemaEngine.new(
    { datamodels: datamodel === undefined ? undefined : [['schema.prisma', datamodel]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  try {
    return await work(instance);
  } finally {
    instance.free();
    // The engine leaves its sessions open, and with them the lock on migrations.
    for (const connection of connections) await connection.dispose();
  }
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
