/**
 * The text of the longest valid UTF-8 prefix, and whether that is all of it: the reader of the text can then say
 * where in the value the broken byte stands. A byte order mark stays in the text.
 */
export function validUtf8Prefix(bytes: Uint8Array): { text: string; whole: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), whole: true };
  } catch {
    // The decoder does not say where it failed.
    return { text: textBeforeBrokenByte(bytes), whole: false };
  }
}

/** Decodes with replacement and stops at the first U+FFFD that the bytes do not spell out. */
function textBeforeBrokenByte(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let offset = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (
      code === 0xfffd &&
      !(bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd)
    ) {
      return text.slice(0, at);
    }
    // Each half of a surrogate pair stands for two of the character's four bytes.
    offset += code < 0x80 ? 1 : code < 0x800 || (code & 0xf800) === 0xd800 ? 2 : 3;
  }
  return text;
}
