import { existsSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { lockDataDir } from '../../api/src/db/data-dir-lock.js';

/** Program: takes the lock of the directory named first once the file named second appears; prints the outcome. */
const [directory = '', starter = ''] = process.argv.slice(2);
const watcher = watch(dirname(starter), () => {
  if (!existsSync(starter)) return;
  watcher.close();
  try {
    lockDataDir(directory);
    console.log('taken');
  } catch (error) {
    console.log(String(error));
  }
  // Lives on: a lock is worth what its owner's life is.
  setInterval(() => undefined, 60_000);
});
console.log('waiting');
