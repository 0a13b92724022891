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
  const { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } = await load('@prisma/driver-adapter-utils');
  const { PrismaPg } = await load('@prisma/adapter-pg');
  const { default: pg } = await load('pg');
  await instantiate(engine);
  const pool = new pg.Pool({ connectionString: url, Client: catalogClient(pg) });
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  const connections = [];
  factory.connect = async () => {
    connections.push(readingChars(await connect(), ColumnTypeEnum));
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
    await pool.end();
  }
}

// Types of PostgreSQL by number.
const char = 18;
const uuid = 2950;

/**
 * The engine reads the system catalogs, whose type "char" the adapter does not know (prisma/prisma#28145). It travels
 * as uuid, which no catalog has, and arrives as the single character that the engine expects.
 */
function catalogClient(pg) {
  return class extends pg.Client {
    constructor(config) {
      super(config);
      this.connection.prependListener('rowDescription', ({ fields }) => {
        for (const field of fields) if (field.dataTypeID === char) field.dataTypeID = uuid;
      });
    }
  };
}

function readingChars(connection, { Uuid, Character }) {
  const queryRaw = connection.queryRaw.bind(connection);
  connection.queryRaw = async (query) => {
    const result = await queryRaw(query);
    return { ...result, columnTypes: result.columnTypes.map((type) => (type === Uuid ? Character : type)) };
  };
  return connection;
}

let instantiated;

// The package's own entry imports a .wasm file as a module, which Node 20 does not.
function instantiate(engine) {
  instantiated ??= (async () => {
    // To this name the engine tells why it traps, in the moment before.
    globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };
    const folder = dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
    const bytes = await readFile(join(folder, 'schema_engine_bg.wasm'));
    const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': engine });
    engine.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start();
  })();
  return instantiated;
}
