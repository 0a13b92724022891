import { readdirSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';

/**
 * What the demo's destination runs in place of an agent. It opens the session that was restored into its working
 * directory, notes in the folder named by its one argument what it found there, and from then on writes to the usage
 * descriptor what it "spent", one amount each time the number in the file `allowed` is raised.
 */
const [control] = process.argv.slice(2);
const usage = Number(env.BATON_USAGE_FD);
const amounts = ['0.30', '0.30', '0.30', '0.30', '0.20', '0.20'];

const [file] = readdirSync('.').filter((name) => name.endsWith('.jsonl'));
const entries = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '');
const { sessionId } = JSON.parse(entries[0]);
note('resumed', {
  pid: process.pid,
  epoch: Number(env.BATON_EPOCH),
  file,
  entries: entries.length,
  sessionId,
});

let ticks = 0;
let spent = 0;
setInterval(() => {
  // It stands still while the process is stopped: that is how the demo sees the freeze.
  note('ticks', ++ticks);
  if (spent >= Math.min(allowed(), amounts.length)) return;
  const line = { id: `call-${spent + 1}`, amountUsd: amounts[spent], detail: { model: 'demo' } };
  writeSync(usage, `${JSON.stringify(line)}\n`);
  spent++;
}, 50);

function allowed() {
  try {
    return Number(readFileSync(join(control, 'allowed'), 'utf8'));
  } catch (error) {
    // The demo has ended and removed its folder.
    if (error.code === 'ENOENT') process.exit(0);
    throw error;
  }
}

/** A reader sees the old value or the new one. */
function note(name, value) {
  const path = join(control, name);
  writeFileSync(`${path}.draft`, JSON.stringify(value));
  renameSync(`${path}.draft`, path);
}
