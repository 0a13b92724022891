import { sha256Hex } from '../snapshot/part.js';
import { firstChunkLength } from './boundary.js';

/** A piece of a part: at most 1 MiB, named by the sha256 (lower-case hex) of its uncompressed bytes. */
export interface Chunk {
  sha256: string;
  bytes: Uint8Array;
}

const chunkOf = (bytes: Uint8Array): Chunk => ({ sha256: sha256Hex(bytes), bytes });

/** Cuts bytes by their content. The chunks are views of `bytes`, in order, and together exactly those; none for no bytes. */
export function* chunkBytes(bytes: Uint8Array): Generator<Chunk> {
  let rest = bytes;
  for (let length = firstChunkLength(rest, true); length !== null; length = firstChunkLength(rest, true)) {
    yield chunkOf(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
}

/** The same cuts for bytes that stream by in pieces of any size; holds at most a chunk and a piece. */
export async function* chunkStream(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Chunk> {
  let rest: Uint8Array = new Uint8Array();
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  for await (const piece of pieces) {
    // Small pieces are joined only when they may hold a cut, or each would copy all that is waiting.
    waiting.push(piece);
    waitingBytes += piece.length;
    if (waitingBytes < PIECE) continue;
    rest = Buffer.concat([rest, ...waiting]);
    waiting = [];
    waitingBytes = 0;
    for (
      let length = firstChunkLength(rest, false);
      length !== null;
      length = firstChunkLength(rest, false)
    ) {
      yield chunkOf(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  }
  yield* chunkBytes(Buffer.concat([rest, ...waiting]));
}

const PIECE = 1024 * 1024;
