import { isObject, type JsonObject, type JsonValue } from '../json/value.js';

/** Keys under which clients keep their map of servers, wherever it stands. */
const MAP_KEYS = new Set(['mcpServers', 'mcp_servers', 'context_servers']);
const isServer = (value: JsonValue): boolean =>
  isObject(value) && ('command' in value || 'url' in value || 'env' in value);

/**
 * The servers of a client's own config, name by name: maps under `mcpServers` and its kin at any depth
 * (one client keeps them per project), under `servers` at the top or in `mcp`, or the whole file when each of its
 * values is a server.
 */
export function serverEntries(config: JsonValue): [string, JsonValue][] {
  if (!isObject(config)) return [];
  const entries = mapsIn(config).flatMap((map) => Object.entries(map));
  for (const top of [config, config.mcp]) {
    const servers = isObject(top) ? top.servers : undefined;
    if (isObject(servers) && Object.values(servers).some(isServer)) entries.push(...Object.entries(servers));
  }
  const values = Object.values(config);
  return entries.length === 0 && values.length > 0 && values.every(isServer)
    ? Object.entries(config)
    : entries;
}

/** Whether a JSON value has a map of servers, even an empty one: then it is an MCP config. */
export function isClientConfig(config: JsonValue): boolean {
  return isObject(config) && (mapsIn(config).length > 0 || serverEntries(config).length > 0);
}

function mapsIn(value: JsonValue): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(mapsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    MAP_KEYS.has(key) && isObject(child) ? [child] : mapsIn(child),
  );
}
