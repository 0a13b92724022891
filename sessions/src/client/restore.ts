import type { OpenCall } from '../transcript/calls.js';
import type { CwdPair } from './cwd-map.js';
import type { Edit } from './edit.js';

/** Where and how a session is to go on. */
export interface RestoreTarget {
  /** The real path of the working directory there. */
  cwd: string;
  /** Other directories of the source that have a place there. */
  cwdPairs?: readonly CwdPair[];
  /** Closes what is open in the copy; null leaves its bytes as they are. */
  repair: {
    host: string;
    /** ISO 8601. */
    at: string;
    /** Of the call that took the snapshot; null: the open call of snapshot_state, if there is one. */
    ownCallId: string | null;
  } | null;
}

/** What is known of a snapshot before its bytes are. */
export interface SnapshotOutline {
  /** The client's own id, as the manifest has it. */
  label: string | null;
  /** The working directory, as the manifest has it. */
  declaredCwd: string | null;
  parts: readonly { path: string; mediaType: string }[];
}

/** A file to be written, by its path from the client's home: relative, without `..`, no link's business. */
export interface PlannedFile {
  part: string;
  to: string;
  /** `append`: the file is everybody's, and this adds to it. */
  mode: 'create' | 'append';
  /** The bytes to write, of the part's. */
  content(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** What became of a restore; whole once the content of every file was read to its end. */
export interface RestoreOutcome {
  edits: Edit[];
  /** Working directories that nothing maps: they stay as they are. */
  unmappedCwds: string[];
  /** Calls that stay without an answer, since somebody spoke after them. The client deals with those itself. */
  leftOpen: OpenCall[];
}

/** How a session is put where its client resumes it. Pure: whoever writes must follow no link on the way. */
export interface RestorePlan {
  client: 'claude-code' | 'codex';
  session: string;
  files: PlannedFile[];
  /** Parts without a place in the client's home, and why. */
  unplaced: { part: string; why: string }[];
  outcome(): RestoreOutcome;
}

/** The snapshot cannot go on in this client. The message names no content. */
export class NoRestoreError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoRestoreError';
  }
}
