const LF = 0x0a;

/**
 * The lines of a text without their \n. A \r before it stays part of the line: bytes are bytes.
 * What follows the last \n is a line only when it holds bytes.
 */
export function* splitLines(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
    yield bytes.subarray(start, end);
    start = end + 1;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}

/** True for a line of spaces, tabs and \r alone; it holds no record. */
export function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
