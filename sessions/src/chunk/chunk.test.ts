import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CHUNK, MIN_CHUNK } from './boundary.js';
import { type Chunk, chunkBytes, chunkStream } from './chunk.js';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes that look like a session: drawn once, so that a failure can be seen again by its seed. */
function noise(length: number, seed: string): Buffer {
  const key = createHash('sha256').update(seed).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
}

const chunks = (bytes: Uint8Array): Chunk[] => [...chunkBytes(bytes)];
const newBytes = (before: Uint8Array, after: Uint8Array): number => {
  const known = new Set(chunks(before).map(({ sha256 }) => sha256));
  const added = new Map(
    chunks(after)
      .filter(({ sha256 }) => !known.has(sha256))
      .map((chunk) => [chunk.sha256, chunk]),
  );
  return [...added.values()].reduce((total, { bytes }) => total + bytes.length, 0);
};

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('chunkBytes', () => {
  it('gives together exactly the bytes, each chunk under its hash and within the sizes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 * MIB }), fc.string(), (length, seed) => {
        const bytes = noise(length, seed);
        const all = chunks(bytes);
        expect(Buffer.concat(all.map((chunk) => chunk.bytes)).equals(bytes)).toBe(true);
        for (const [index, chunk] of all.entries()) {
          expect(chunk.sha256).toBe(createHash('sha256').update(chunk.bytes).digest('hex'));
          expect(chunk.bytes.length).toBeLessThanOrEqual(MAX_CHUNK);
          if (index < all.length - 1) expect(chunk.bytes.length).toBeGreaterThanOrEqual(MIN_CHUNK);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('cuts noise about every 80 KiB, and bytes that are all alike at the limit', () => {
    const average = (8 * MIB) / chunks(noise(8 * MIB, 'average')).length;
    expect(average).toBeGreaterThan(60 * KIB);
    expect(average).toBeLessThan(100 * KIB);
    expect(chunks(new Uint8Array(3 * MIB)).map(({ bytes }) => bytes.length)).toEqual([MIB, MIB, MIB]);
  });

  it('cuts where it always did: stored chunks stay shared across releases', () => {
    expect(chunks(noise(2 * MIB, 'pinned')).map(({ bytes }) => bytes.length)).toMatchInlineSnapshot(`
      [
        63835,
        110009,
        258888,
        36122,
        65613,
        91399,
        25802,
        18355,
        34820,
        32953,
        121494,
        50599,
        223403,
        122642,
        61704,
        210735,
        186306,
        31034,
        276385,
        19412,
        55642,
      ]
    `);
  });

  it('stores at most one chunk anew when a session grows by a line', () => {
    const session = noise(8 * MIB, 'session');
    expect(newBytes(session, Buffer.concat([session, noise(KIB, 'line')]))).toBeLessThanOrEqual(
      MAX_CHUNK + KIB,
    );
  });

  it('stores little anew when bytes are put in front, where cuts at fixed places would store all', () => {
    const session = noise(8 * MIB, 'session');
    expect(newBytes(session, Buffer.concat([noise(100, 'front'), session]))).toBeLessThanOrEqual(256 * KIB);
  });

  it('stores an image once, however often it is pasted between other text', () => {
    const image = noise(2 * MIB, 'image');
    const pasted = Buffer.concat(
      Array.from({ length: 20 }, (_, at) => [noise(300 + at, `text${at}`), image]).flat(),
    );
    const distinct = new Map(chunks(pasted).map((chunk) => [chunk.sha256, chunk.bytes.length]));
    const stored = [...distinct.values()].reduce((total, length) => total + length, 0);
    // The chunks around each paste differ; what lies within the image is shared.
    expect(stored).toBeLessThan(image.length + 20 * 256 * KIB);
  });
});

describe('chunkStream', () => {
  it('cuts at the same places, whatever the pieces', async () => {
    const bytes = Buffer.concat([noise(2 * MIB, 'stream'), randomBytes(300 * KIB)]);
    const expected = chunks(bytes).map(({ sha256 }) => sha256);
    for (const size of [777, 64 * KIB, MIB + 1, bytes.length]) {
      const streamed: string[] = [];
      for await (const { sha256 } of chunkStream(inPieces(bytes, size))) streamed.push(sha256);
      expect(streamed).toEqual(expected);
    }
  });

  it('gives no chunk for no bytes', async () => {
    for await (const chunk of chunkStream(inPieces(new Uint8Array(), 1))) expect.fail(chunk.sha256);
    expect(chunks(new Uint8Array())).toEqual([]);
  });
});
