import { LineStream } from '../json/line-stream.js';
import { isObject } from '../json/value.js';
import { readLine } from '../transcript/oddity.js';

/** The lines whose record has this id, each with its \n. */
export async function* linesAbout(
  pieces: AsyncIterable<Uint8Array>,
  session: string,
): AsyncGenerator<Uint8Array> {
  const lines = new LineStream();
  const isAbout = (bytes: Uint8Array, number: number): boolean => {
    const { value } = readLine(bytes, number === 1, true);
    return isObject(value) && value.id === session;
  };
  for await (const piece of pieces) {
    for (const { bytes, number } of lines.write(piece)) {
      if (isAbout(bytes, number)) yield Buffer.concat([bytes, Buffer.from('\n')]);
    }
  }
  const last = lines.end();
  if (last !== null && isAbout(last.bytes, last.number)) yield Buffer.concat([last.bytes, Buffer.from('\n')]);
}
