import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '../env.js';
import { claudeCodeSessions } from './claude-code.js';
import { codexSessions } from './codex.js';

/** A session of a known client, as it lies on this machine. */
export interface FoundSession {
  readonly client: 'claude-code' | 'codex';
  /** The client's own id of it. */
  readonly id: string;
  /** Where it works. */
  readonly cwd: string;
  /** Its transcript, a real path. */
  readonly file: string;
  /** Folder with what belongs to it beside the transcript; null: the client has none. */
  readonly side: string | null;
}

/** The one session, or why there is none, with those that could be meant. */
export type Found = FoundSession | { readonly none: string; readonly candidates: readonly FoundSession[] };

/** One client's sessions under its home. */
export interface ClientSessions {
  /** Folder below which all its transcripts lie. */
  readonly root: string;
  /** Reads a transcript as this client's; null: it is none. */
  read(file: string): Promise<FoundSession | null>;
  /** Transcripts that hold the very call `callId`, or are of the thread `threadId`. */
  holding(call: CallIds): Promise<FoundSession[]>;
  /** Those that work in `cwd`, newest first. */
  workingIn(cwd: string): Promise<FoundSession[]>;
}

export interface CallIds {
  readonly callId: string | null;
  readonly threadId: string | null;
}

export interface SessionFinder {
  /** The session that made this call. */
  ofCall(call: CallIds): Promise<Found>;
  /** The session whose transcript is at `path`, which lies under a known client's root. */
  atPath(path: string): Promise<Found>;
}

/** A client writes the call into its transcript at about the time it makes it. */
const WAIT_MS = 3_000;
const LOOK_EVERY_MS = 150;
const MAX_CANDIDATES = 10;

export function createSessionFinder({ claudeHome, codexHome }: Env, cwd = process.cwd()): SessionFinder {
  const clients = [claudeCodeSessions(claudeHome), codexSessions(codexHome)];
  const candidates = async (): Promise<FoundSession[]> =>
    (await Promise.all(clients.map((client) => client.workingIn(cwd)))).flat().slice(0, MAX_CANDIDATES);

  return {
    ofCall: async (call) => {
      if (call.callId === null && call.threadId === null) {
        const none = 'Your client does not say which session this call comes from.';
        return { none, candidates: await candidates() };
      }
      const until = performance.now() + WAIT_MS;
      for (;;) {
        const found = (await Promise.all(clients.map((client) => client.holding(call)))).flat();
        const [only] = found;
        if (found.length > 1) return { none: 'More than one session holds this call.', candidates: found };
        if (only !== undefined) return only;
        if (performance.now() > until) {
          return { none: 'No session on this machine holds this call.', candidates: await candidates() };
        }
        await sleep(LOOK_EVERY_MS);
      }
    },
    atPath: async (path) => {
      // The same words for what is absent and for what lies elsewhere: this is no way to look for files.
      const none = {
        none: 'This is no session file under the folder of a known client.',
        candidates: await candidates(),
      };
      const real = await realpath(path).catch(() => null);
      if (real === null) return none;
      for (const client of clients) {
        const root = await realpath(client.root).catch(() => null);
        if (root === null || !real.startsWith(root + sep)) continue;
        return (await client.read(real)) ?? none;
      }
      return none;
    },
  };
}
