import { appendFileSync, existsSync, readFileSync, writeSync } from 'node:fs';
import { argv, env } from 'node:process';

/**
 * Program: what a restored session runs in tests. Writes each new line of the file named first to its usage
 * descriptor, and grows the file named second as long as it may act.
 */
const [orders, ticks] = argv.slice(2);
let taken = 0;
setInterval(() => {
  appendFileSync(ticks, '.');
  const lines = existsSync(orders) ? readFileSync(orders, 'utf8').split('\n').slice(0, -1) : [];
  for (const line of lines.slice(taken)) writeSync(Number(env.BATON_USAGE_FD), `${line}\n`);
  taken = lines.length;
}, 10);
