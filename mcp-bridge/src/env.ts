import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the environment says. This file alone reads it. */
export interface Env {
  /** Where the API listens, without a slash at the end. */
  readonly url: string;
  /** The agent's key; undefined: none was given, and every call says so. */
  readonly agentKey: string | undefined;
  /** Names of variables beside it by which one can decide. */
  readonly deciding: readonly string[];
  /** Where Claude Code keeps its sessions. */
  readonly claudeHome: string;
  /** As Claude Code was told; its configuration then lies there too. */
  readonly claudeConfigDir: string | undefined;
  /** Where Codex keeps its sessions. */
  readonly codexHome: string;
}

const DEFAULT_URL = 'http://127.0.0.1:4000';
/** An agent that can read one of these in our environment can decide with it. */
const DECIDING = ['BATON_KEY', 'BATON_ADMIN_KEY', 'TRANSFER_TOKEN_SECRET', 'DATABASE_URL'] as const;

/** An empty variable counts as absent. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  return {
    url: (source.BATON_URL || DEFAULT_URL).replace(/\/+$/, ''),
    agentKey: source.BATON_AGENT_KEY || undefined,
    deciding: DECIDING.filter((name) => Boolean(source[name])),
    claudeConfigDir: source.CLAUDE_CONFIG_DIR || undefined,
    claudeHome: source.CLAUDE_CONFIG_DIR || join(homedir(), '.claude'),
    codexHome: source.CODEX_HOME || join(homedir(), '.codex'),
  };
}

/** Kinds of credential the bridge serves. */
export type Kind = 'agent' | 'orchestrator';

/** The kind a key says it is of, by its prefix; null: none that Baton issues. */
export function kindOfKey(key: string): string | null {
  return /^baton_(agent|orchestrator|runtime|integrator)_/.exec(key)?.[1] ?? null;
}
