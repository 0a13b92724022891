import { createHash } from 'node:crypto';
import { hasLoneSurrogate } from '../json/judge.js';
import { type Issue, IssueList, indexPath } from '../json/value.js';

/** One piece of a session as it travels: a relative path, a media type, and its bytes exactly as stored. */
export interface Part {
  path: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** A part as the manifest names it: length in bytes, sha256 of the stored bytes in lower-case hex. */
export interface PartEntry {
  path: string;
  mediaType: string;
  length: number;
  sha256: string;
}

/** Longest path in UTF-8 bytes. */
const MAX_PATH_BYTES = 512;

export const sha256Hex = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

export function partEntry({ path, mediaType, bytes }: Part): PartEntry {
  return { path, mediaType, length: bytes.byteLength, sha256: sha256Hex(bytes) };
}

// Control characters would be written raw into a destination's file names and terminals.
const CONTROL = /\p{Cc}/u;

/**
 * Why a part path cannot be taken, or null. Paths are relative with forward slashes, so that a restore can never
 * leave its directory: no empty, `.` or `..` segment, no drive letter, no backslash, no control character,
 * at most 512 bytes. Nothing is normalised: what was said is what is restored.
 */
export function validatePartPath(path: string): string | null {
  if (path === '') return 'is empty';
  if (hasLoneSurrogate(path)) return 'holds a surrogate without its other half';
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `is longer than ${MAX_PATH_BYTES} bytes`;
  if (CONTROL.test(path)) return 'holds a control character';
  if (path.includes('\\')) return 'holds a backslash';
  if (/^[A-Za-z]:/.test(path)) return 'starts with a drive letter';
  if (path.startsWith('/')) return 'is absolute';
  const segments = path.split('/');
  if (segments.includes('')) return 'has an empty segment';
  if (segments.includes('..') || segments.includes('.')) return 'has a . or .. segment';
  return null;
}

/**
 * Judges all paths of one snapshot. Issues stand at `parts[i].path`: INVALID_PATH, DUPLICATE_PATH, and PATH_CONFLICT
 * when one path would be a file and another needs it as a directory.
 */
export function validatePartPaths(paths: readonly string[], root = 'parts'): Issue[] {
  const list = new IssueList();
  const files = new Set<string>();
  const at = (index: number): string => `${indexPath(root, index)}.path`;
  paths.forEach((path, index) => {
    const wrong = validatePartPath(path);
    if (wrong !== null) list.add(at(index), 'INVALID_PATH', `the path ${wrong}`);
    else if (files.has(path)) list.add(at(index), 'DUPLICATE_PATH', 'another part has this path');
    files.add(path);
  });
  paths.forEach((path, index) => {
    if (parents(path).some((parent) => files.has(parent))) {
      list.add(at(index), 'PATH_CONFLICT', 'another part is a file where this path needs a directory');
    }
  });
  return list.issues;
}

function parents(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}
