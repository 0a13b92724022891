import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { fanout } from './fanout.mjs';
import { startDatabase, startProduct } from './parties.mjs';
import { report, reportOne } from './report.mjs';

/** Program: `npm run bench -- <name>…`: ratios of one run, ours to the least that does the same. */

const BENCHES = { report, 'report-one': reportOne, fanout };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
});
const unknown = positionals.find((name) => !Object.hasOwn(BENCHES, name));
if (unknown !== undefined || positionals.length === 0) {
  process.stderr.write(
    `Say which: ${Object.keys(BENCHES).join(', ')}. Options: --json, --rounds 5, --seconds 3\n`,
  );
  process.exit(2);
}

const say = (line) => process.stderr.write(`${line}\n`);
const adminKey = randomBytes(24).toString('hex');
const database = await startDatabase();
try {
  const product = await startProduct(database, adminKey);
  const { fdatasyncs } = database;
  say(
    `${database.is}; the disk takes ${fdatasyncs} fdatasync/s; node ${process.versions.node}, ${cpus().length} cores`,
  );
  try {
    for (const name of positionals) {
      const context = {
        database,
        product,
        adminKey,
        rounds: Number(values.rounds),
        seconds: Number(values.seconds),
      };
      for (const line of await BENCHES[name](context)) print({ ...line, fdatasyncs });
    }
  } finally {
    await product.stop();
  }
} finally {
  await database.stop();
}

function print(line) {
  if (values.json) {
    const { ours, bare, ...more } = line;
    const flat = { ...more, ours: ours.figure, bare: bare.figure, cpu: { ours: ours.cpu, bare: bare.cpu } };
    console.log(JSON.stringify(flat));
    return;
  }
  const { bench, connections, sockets, against, ratio, unit, ours, bare } = line;
  const size = sockets === undefined ? `${connections} connections` : `${sockets} sockets`;
  console.log(`${bench.padEnd(10)}  ${size.padEnd(14)}  ${ratio.toFixed(2)} × ${against.padEnd(7)}  ${unit}`);
  for (const [name, { figure, cpu }] of [
    ['ours', ours],
    [against, bare],
  ]) {
    const cores = Object.entries(cpu).map(([party, used]) => `${party} ${used.toFixed(2)}`);
    console.log(`  ${name.padEnd(7)}  ${String(Math.round(figure)).padStart(9)}  cores: ${cores.join(', ')}`);
  }
}
