import { writeSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { env, kill, pid, stdout } from 'node:process';
import { createApp } from '../../api/src/app.js';
import type { MoveRunner } from '../../api/src/context.js';
import { createPool } from '../../api/src/db/pool.js';
import { inTransaction } from '../../api/src/db/transaction.js';
import { NO_MANIFESTS, realLayers } from '../../api/src/layers.js';
import { createLog } from '../../api/src/log.js';
import { DEFAULT_TIERS } from '../../api/src/settings.js';
import { moveStatement } from '../../api/src/transfer/store.js';

/**
 * Program for tests: the server on FAULTY_DATABASE with FAULTY_SECRET. Its first line on stdout is its address. At
 * FAULTY_AT, `<move> <point>`, it writes `at <move> <point>` and dies by SIGKILL.
 */
const DATABASE = env.FAULTY_DATABASE ?? '';
const pool = createPool(DATABASE, { max: 4 });

function passes(move: string, point: string): void {
  if (env.FAULTY_AT !== `${move} ${point}`) return;
  writeSync(1, `at ${move} ${point}\n`);
  kill(pid, 'SIGKILL');
  // The signal is on its way; nothing may happen until it is here.
  for (;;);
}

const run: MoveRunner = async (name, ...values) => {
  passes(name, 'before-statement');
  const answer = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ answer: unknown }>(moveStatement(name, values));
    passes(name, 'before-commit');
    return rows[0]?.answer;
  });
  passes(name, 'before-answer');
  return answer;
};

const app = await createApp({
  databaseUrl: DATABASE,
  databasePool: 4,
  tokenSecrets: [{ kid: 'test', secret: Buffer.from(env.FAULTY_SECRET ?? '', 'hex') }],
  settings: { tiers: DEFAULT_TIERS, allowedHostSchemes: [] },
  introspection: false,
  // Texts, not ids: what is under test lies behind the documents.
  layers: {
    ...realLayers(NO_MANIFESTS),
    document: (_viewer, { text }) => text ?? null,
  },
  run,
  log: createLog('warn'),
});
app.server.listen(0, '127.0.0.1', () => {
  stdout.write(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`);
});
