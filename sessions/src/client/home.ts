/** A regular file below a client's home, by its path from there, with forward slashes. */
export interface HomeFile {
  path: string;
  bytes: number;
}

/** A client's home (`~/.claude`, `~/.codex`) as whoever may read disks shows it. Links are not shown. */
export interface Home {
  /** Every regular file below the folder, at any depth; none when there is no such folder. */
  files(folder: string): Promise<HomeFile[]>;
  has(path: string): Promise<boolean>;
  read(path: string): AsyncIterable<Uint8Array>;
}

/** How to know a session: any of these; all that are given must fit. */
export interface Wanted {
  /** The client's own id. */
  session?: string;
  /** The working directory it was started in. */
  cwd?: string;
  /** Of a call that its transcript holds, in a sub-agent's file too. */
  callId?: string;
}

/** A file of a session, and the part it becomes. */
export interface FoundFile {
  /** Path in the home. */
  from: string;
  /** Path in the snapshot. */
  part: string;
  mediaType: string;
  /** Only the lines about this session travel, byte for byte: the rest of the file is about others. */
  only?: { session: string };
}

/** The files that form one session, the transcript first. */
export interface FoundSession {
  client: 'claude-code' | 'codex';
  session: string;
  files: [FoundFile, ...FoundFile[]];
}

/** A part of a session as it is read: what a stage sends. */
export interface ReadPart {
  path: string;
  mediaType: string;
  bytes(): AsyncIterable<Uint8Array>;
}

/** A session as it leaves its home. */
export interface SessionReading {
  client: 'claude-code' | 'codex';
  /** The client's own id. */
  label: string;
  /** As its first records say; null where they do not. */
  version: string | null;
  cwd: string | null;
  parts: ReadPart[];
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jsonl: 'application/jsonl',
  json: 'application/json',
  md: 'text/markdown',
  txt: 'text/plain',
};

export const mediaTypeOf = (path: string): string =>
  MEDIA_TYPES[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';

/** Session ids become names of files: of a client's own form, or they name nothing. */
export const isSessionId = (id: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(id);
