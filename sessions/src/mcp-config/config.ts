import { type Issue, IssueList, indexPath, isObject, type JsonValue, keyPath } from '../json/value.js';
import { type HostScheme, isHostScheme, parseCredRef } from './cred-ref.js';
import { serverEntries } from './server-entries.js';
import { type ConfigSecret, secretsOf } from './server-secrets.js';

export interface McpConfigOptions {
  /** Schemes beyond the stores that the operator allows. Default: none. */
  allow?: readonly HostScheme[];
  /** How issues name the root. Default `mcpConfig`. */
  path?: string;
}

/** A server of the config and the reference to its credential; null where the client's own form names none. */
export interface McpServer {
  server: string;
  credRef: string | null;
}

/**
 * `secrets` refuses with SECRET_DETECTED and outweighs `issues` (INVALID_INPUT); one of the two is not empty
 * when `ok` is false.
 */
export type McpConfigResult =
  | { ok: true; servers: McpServer[] }
  | { ok: false; secrets: ConfigSecret[]; issues: Issue[] };

/**
 * Judges an inline MCP config: `[{server, credRef}]`, or a client's own JSON (`mcpServers`, `servers`, …) that holds
 * no secret. Anything beyond server and credRef in the list is first looked at for secrets, then refused as unknown.
 */
export function readMcpConfig(config: JsonValue, options: McpConfigOptions = {}): McpConfigResult {
  const list = new IssueList();
  const path = options.path ?? 'mcpConfig';
  if (!Array.isArray(config)) return readClientConfig(config, list, path);
  const servers: McpServer[] = [];
  const secrets: ConfigSecret[] = [];
  config.forEach((entry, index) => {
    const at = indexPath(path, index);
    const server = isObject(entry) && typeof entry.server === 'string' ? entry.server : at;
    secrets.push(...secretsOf(server, entry));
    const credRef = readEntry(entry, at, options.allow ?? [], list);
    if (credRef !== null) servers.push({ server, credRef });
  });
  if (secrets.length > 0 || list.issues.length > 0) return { ok: false, secrets, issues: list.issues };
  return { ok: true, servers };
}

function readClientConfig(config: JsonValue, list: IssueList, path: string): McpConfigResult {
  const entries = serverEntries(config);
  if (entries.length === 0) list.add(path, 'INVALID_TYPE', 'MCP config is an array of {server, credRef}');
  const secrets = entries.flatMap(([server, entry]) => secretsOf(server, entry));
  if (secrets.length > 0 || list.issues.length > 0) return { ok: false, secrets, issues: list.issues };
  return { ok: true, servers: entries.map(([server]) => ({ server, credRef: null })) };
}

/** The credRef of a list entry, or null after saying what is wrong with it; no message repeats a value. */
function readEntry(
  entry: JsonValue,
  at: string,
  allow: readonly HostScheme[],
  list: IssueList,
): string | null {
  if (!isObject(entry)) {
    list.add(at, 'INVALID_TYPE', 'an entry is {server, credRef}');
    return null;
  }
  for (const key of Object.keys(entry)) {
    if (key !== 'server' && key !== 'credRef')
      list.add(keyPath(at, key), 'UNKNOWN_FIELD', 'an entry has server and credRef alone');
  }
  for (const key of ['server', 'credRef']) {
    const value = entry[key];
    if (value === undefined) list.add(`${at}.${key}`, 'MISSING_FIELD', `an entry has a ${key}`);
    else if (typeof value !== 'string') list.add(`${at}.${key}`, 'INVALID_TYPE', `${key} is a string`);
    else if (value === '') list.add(`${at}.${key}`, 'EMPTY', `${key} is not empty`);
  }
  const text = entry.credRef;
  if (typeof text !== 'string' || text === '') return null;
  const credRef = parseCredRef(text);
  if (credRef === null) {
    list.add(
      `${at}.credRef`,
      'INVALID_CRED_REF',
      'credRef is vault://mount/path#field, local://name, op://…, aws-sm://…, gcp-sm://…, azure-kv://…',
    );
  } else if (isHostScheme(credRef.scheme) && !allow.includes(credRef.scheme)) {
    list.add(
      `${at}.credRef`,
      'CRED_REF_NOT_ALLOWED',
      `${credRef.scheme}:// is taken only when the operator allows it`,
    );
  } else {
    return text;
  }
  return null;
}
