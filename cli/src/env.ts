/** What the environment says. This file alone reads it. */
export interface Env {
  /** Where the API listens, without a slash at the end. */
  readonly url: string;
  /** Undefined: none was given. */
  readonly key: string | undefined;
  /** https://no-color.org */
  readonly noColor: boolean;
  /** What a child process inherits: all of it but the key. */
  readonly inherited: NodeJS.ProcessEnv;
}

const DEFAULT_URL = 'http://127.0.0.1:4000';

/** An empty variable counts as absent. The URL is judged where it is first used. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const { BATON_KEY, ...inherited } = source;
  return {
    url: (source.BATON_URL || DEFAULT_URL).replace(/\/+$/, ''),
    key: BATON_KEY || undefined,
    noColor: Boolean(source.NO_COLOR),
    inherited,
  };
}
