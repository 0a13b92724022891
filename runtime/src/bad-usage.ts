import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import type { BadUsageReason } from './usage-line.js';
import type { TailedLine } from './usage-tail.js';

export interface BadUsage {
  readonly reason: BadUsageReason;
  /** Of the line in the command's usage file. */
  readonly offset: number;
  /** Bytes of the whole line. */
  readonly length: number;
  /** The line, at most its first 64 KiB; base64 when it is no UTF-8. */
  readonly line: string;
  readonly encoding: 'utf8' | 'base64';
  /** What the server said, when it refused. */
  readonly message?: string;
}

/** Appends the line to `path` for somebody to look at. Durable when it resolves; a crash may keep it twice. */
export async function keepBadUsage(
  path: string,
  { bytes, start, end }: TailedLine,
  why: { reason: BadUsageReason; message?: string },
): Promise<BadUsage> {
  const encoding = isUtf8(bytes) ? 'utf8' : 'base64';
  const record: BadUsage = {
    ...why,
    offset: start,
    length: end - start,
    line: Buffer.from(bytes).toString(encoding),
    encoding,
  };
  const text = `${JSON.stringify(record)}\n`;
  const file = await open(path, 'a', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return record;
}
