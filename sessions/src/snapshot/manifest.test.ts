import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgeManifestText, manifestBytes, snapshotChecksum, snapshotManifest } from './manifest.js';
import { type Part, partEntry } from './part.js';

interface Vector {
  name: string;
  session: string | null;
  source: { host: string; client: string; cwd: string };
  parts: { path: string; mediaType: string; text: string }[];
  canonical: string;
  checksum: string;
}

const { vectors } = JSON.parse(
  readFileSync(new URL('../../vectors/checksum.json', import.meta.url), 'utf8'),
) as { vectors: Vector[] };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const partOf = ({ path, mediaType, text }: Vector['parts'][number]): Part => ({
  path,
  mediaType,
  bytes: Buffer.from(text),
});

describe('the published checksum vectors', () => {
  it.each(vectors)(
    '$name: hold by JSON and SHA-256 alone',
    ({ session, source, parts, canonical, checksum }) => {
      const { host, client, cwd } = source;
      // For this shape RFC 8785 is plain JSON without spaces, its keys in alphabetical order.
      const byHand = JSON.stringify({
        format: 'baton-snapshot/1',
        parts: parts.map(({ path, mediaType, text }) => ({
          length: Buffer.byteLength(text),
          mediaType,
          path,
          sha256: sha256(text),
        })),
        session,
        source: { client, cwd, host },
      });
      expect(canonical).toBe(byHand);
      expect(checksum).toBe(sha256(byHand));
    },
  );

  it.each(vectors)(
    '$name: are what snapshotChecksum gives',
    ({ session, source, parts, canonical, checksum }) => {
      const manifest = snapshotManifest(session, source, parts.map(partOf).map(partEntry));
      expect(new TextDecoder().decode(manifestBytes(manifest))).toBe(canonical);
      expect(snapshotChecksum(manifest)).toBe(checksum);
    },
  );

  it('all differ', () => {
    expect(new Set(vectors.map(({ checksum }) => checksum)).size).toBe(vectors.length);
  });
});

describe('snapshotChecksum', () => {
  const entry = partEntry({ path: 'a.jsonl', mediaType: 'application/x-ndjson', bytes: Buffer.from('{}\n') });
  const base = snapshotManifest('s', { host: 'h', client: 'c', cwd: '/' }, [entry]);

  it.each([
    ['the session', { ...base, session: 't' }],
    ['a session that is null', { ...base, session: null }],
    ['the host', { ...base, source: { ...base.source, host: 'i' } }],
    ['the client', { ...base, source: { ...base.source, client: 'd' } }],
    ['the working directory', { ...base, source: { ...base.source, cwd: '/x' } }],
    ['a path', { ...base, parts: [{ ...entry, path: 'b.jsonl' }] }],
    ['a media type', { ...base, parts: [{ ...entry, mediaType: 'text/plain' }] }],
    ['a length', { ...base, parts: [{ ...entry, length: 4 }] }],
    ['a hash', { ...base, parts: [{ ...entry, sha256: 'f'.repeat(64) }] }],
    ['a part more', { ...base, parts: [entry, entry] }],
  ])('changes with %s', (_, changed) => {
    expect(snapshotChecksum(changed)).not.toBe(snapshotChecksum(base));
  });

  it('does not change with fields that are none of it, nor with key order', () => {
    const turned = { parts: [{ ...entry, stored: 'elsewhere' }], source: base.source, session: 's', note: 1 };
    expect(snapshotChecksum({ ...turned, format: 'baton-snapshot/1' })).toBe(snapshotChecksum(base));
  });

  it('has no value for labels that cannot be stored, which are named first', () => {
    const source = { host: 'h\u0000', client: 'c\ud800', cwd: '/' };
    expect(
      judgeManifestText('s', source, ['text/\u0000']).map(({ path, code }) => `${code} ${path}`),
    ).toEqual(['NUL source.host', 'LONE_SURROGATE source.client', 'NUL parts[0].mediaType']);
    expect(() => snapshotChecksum(snapshotManifest('s', source, []))).toThrow(TypeError);
  });
});
