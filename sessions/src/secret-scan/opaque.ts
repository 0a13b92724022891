import type { Match } from './match.js';

/** Fields of agents' formats that hold ciphertext or image bytes, where key-shaped runs turn up by chance. */
const FIELD =
  /"(?:encrypted_content|encryptedContent|signature|thoughtSignature|thinking_signature|data)"\s{0,4}:\s{0,4}"([A-Za-z0-9+/_-]{64,}={0,2})"/g;
const DATA_URI = /data:[\w.+-]{1,64}\/[\w.+-]{1,64};base64,([A-Za-z0-9+/_-]{16,}={0,2})/g;

/**
 * Drops matches that stand strictly inside such a blob. One that starts with its field's value stays: a field named
 * `data` may as well hold a plain key.
 */
export function outsideOpaque<M extends Match>(content: string, matches: M[]): M[] {
  if (matches.length === 0) return matches;
  const blobs: { start: number; end: number }[] = [];
  for (const pattern of [FIELD, DATA_URI]) {
    for (const found of content.matchAll(pattern)) {
      const end = found.index + found[0].length - (pattern === FIELD ? 1 : 0);
      blobs.push({ start: end - (found[1] ?? '').length, end });
    }
  }
  blobs.sort((a, b) => a.start - b.start);
  let at = 0;
  return [...matches]
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      while (at < blobs.length && (blobs[at] as Match).end <= start) at++;
      const blob = blobs[at];
      return blob === undefined || !(blob.start < start && end <= blob.end);
    });
}
