import { openFile } from './transcript.js';

const NEWLINE = 0x0a;

/** Without a last line that is still being written. */
export const wholeLines = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.lastIndexOf(NEWLINE) + 1);

/** Lines of a transcript. */
export function entriesIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** Lines of the transcript at `file` now. */
export async function countEntries(file: string): Promise<number> {
  const handle = await openFile(file);
  let count = 0;
  try {
    for await (const chunk of handle.createReadStream({ autoClose: false }))
      count += entriesIn(chunk as Buffer);
  } finally {
    await handle.close();
  }
  return count;
}
