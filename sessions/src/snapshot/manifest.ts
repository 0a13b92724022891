import { canonicalJson } from '../json/canonical.js';
import { judgeJson } from '../json/judge.js';
import type { Issue, JsonValue } from '../json/value.js';
import { type PartEntry, sha256Hex } from './part.js';

/** Where a session came from; each is a label for people and identifies nothing. */
export interface SnapshotSource {
  host: string;
  client: string;
  cwd: string;
}

/** Everything the checksum covers. `session` is the client's own id of the session, null when it has none. */
export interface SnapshotManifest {
  format: 'baton-snapshot/1';
  session: string | null;
  source: SnapshotSource;
  parts: PartEntry[];
}

/** A manifest from its pieces. Nothing but the named fields is taken, since each of them is hashed. */
export function snapshotManifest(
  session: string | null,
  source: SnapshotSource,
  parts: readonly PartEntry[],
): SnapshotManifest {
  return {
    format: 'baton-snapshot/1',
    session,
    source: { host: source.host, client: source.client, cwd: source.cwd },
    parts: parts.map(({ path, mediaType, length, sha256 }) => ({ path, mediaType, length, sha256 })),
  };
}

/** The RFC 8785 bytes of a manifest: what is stored, and what the checksum is of. */
export function manifestBytes(manifest: SnapshotManifest): Uint8Array {
  const { session, source, parts } = manifest;
  return canonicalJson(snapshotManifest(session, source, parts) as unknown as JsonValue);
}

/** sha256 of the manifest's RFC 8785 text in lower-case hex. Throws a TypeError where judgeManifestText has issues. */
export function snapshotChecksum(manifest: SnapshotManifest): string {
  return sha256Hex(manifestBytes(manifest));
}

/** What keeps the labels of a manifest from being stored or hashed (NUL, LONE_SURROGATE), with their paths. */
export function judgeManifestText(
  session: string | null,
  source: SnapshotSource,
  mediaTypes: readonly string[],
): Issue[] {
  const { host, client, cwd } = source;
  return judgeJson({
    session,
    source: { host, client, cwd },
    parts: mediaTypes.map((mediaType) => ({ mediaType })),
  });
}
