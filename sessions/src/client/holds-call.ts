import { LineStream, type PassingLine } from '../json/line-stream.js';
import { readEntry } from '../transcript/entry.js';
import { readLine } from '../transcript/oddity.js';

/** Whether a transcript holds a call of this id: made, not only spoken of. */
export async function holdsCall(pieces: AsyncIterable<Uint8Array>, callId: string): Promise<boolean> {
  const needle = Buffer.from(JSON.stringify(callId));
  const makes = ({ bytes, number }: PassingLine): boolean => {
    // Most lines are ruled out without reading them as JSON.
    if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(needle)) return false;
    const { value } = readLine(bytes, number === 1, true);
    return value !== undefined && readEntry(value).calls.some(({ id }) => id === callId);
  };
  const lines = new LineStream();
  for await (const piece of pieces) for (const line of lines.write(piece)) if (makes(line)) return true;
  const last = lines.end();
  return last !== null && makes(last);
}
