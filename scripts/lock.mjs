import { randomUUID } from 'node:crypto';
import {
  closeSync,
  futimesSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const beatMs = 2_000;
const staleMs = 15_000;

/**
 * Runs `action` while holding the lock file at `path`. The holder touches the file every two seconds; one that
 * was not touched for fifteen belongs to a process that was killed and is taken over. A process id is no proof
 * of life: it is reused, and two containers may share the folder. `onWait` is called once when we must wait.
 */
export async function withLock(path, onWait, action) {
  mkdirSync(dirname(path), { recursive: true });
  const token = randomUUID();
  const file = await acquire(path, token, onWait);
  const beat = setInterval(() => futimesSync(file, new Date(), new Date()), beatMs);
  const release = () => {
    clearInterval(beat);
    closeSync(file);
    if (holder(path) === token) unlinkSync(path);
  };
  process.once('exit', release);
  try {
    return await action();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function acquire(path, token, onWait) {
  for (let told = false; ; ) {
    const file = tryCreate(path, token);
    if (file !== undefined) return file;
    if (!removeStale(path, token)) {
      if (!told) onWait();
      told = true;
      await delay(200);
    }
  }
}

function tryCreate(path, token) {
  try {
    const file = openSync(path, 'wx');
    writeSync(file, token);
    return file;
  } catch (error) {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  }
}

/** True when the lock went away or was stale and is removed, so that it is worth trying again at once. */
function removeStale(path, token) {
  const seen = holder(path);
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (seen === undefined || touched === undefined) return true;
  if (Date.now() - touched < staleMs) return false;
  const aside = `${path}.${token}`;
  try {
    renameSync(path, aside);
    // Another waiter may have replaced the stale lock since we looked: then its lock is put back.
    if (holder(aside) !== seen) linkSync(aside, path);
    unlinkSync(aside);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
  return true;
}

function holder(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
