/** Sizes of chunks in bytes: none is larger than MAX, none but a stream's last is smaller than MIN. */
export const MIN_CHUNK = 16 * 1024;
export const MAX_CHUNK = 1024 * 1024;

/**
 * A boundary falls where the top 16 bits of the rolling hash are zero: 64 KiB apart on average, beyond MIN. Where equal
 * bytes stand behind different ones (an image pasted again) about two such lengths are stored anew before the cuts
 * meet; larger chunks would waste more there, smaller ones cost rows.
 */
const MASK = 0xffff0000;

/**
 * One number per byte value, drawn by a fixed xorshift: part of the format, since two hosts share chunks only when they
 * cut alike.
 */
const GEAR = ((): Uint32Array => {
  const gear = new Uint32Array(256);
  let x = 0x9e3779b9;
  for (let at = 0; at < 256; at++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    gear[at] = x;
  }
  return gear;
})();

/** The hash looks back 32 bytes, as each step shifts one bit out. */
const WINDOW = 32;

/**
 * Length of the first chunk of `bytes`, or null when more bytes are needed to tell (never when `isLast`).
 * The place of a cut depends on the 32 bytes before it alone, so text that moved is cut where it was before.
 */
export function firstChunkLength(bytes: Uint8Array, isLast: boolean): number | null {
  const end = Math.min(bytes.length, MAX_CHUNK);
  let hash = 0;
  for (let at = MIN_CHUNK - WINDOW; at < end; at++) {
    hash = (hash << 1) + (GEAR[bytes[at] as number] as number);
    if (at >= MIN_CHUNK && (hash & MASK) === 0) return at;
  }
  if (end === MAX_CHUNK) return MAX_CHUNK;
  return isLast && bytes.length > 0 ? bytes.length : null;
}
