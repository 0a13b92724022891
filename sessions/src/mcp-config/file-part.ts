import { parseStrictJson } from '../json/parse.js';
import { isObject } from '../json/value.js';
import { scanText } from '../secret-scan/scan.js';
import type { Part } from '../snapshot/part.js';
import { isClientConfig, serverEntries } from './server-entries.js';
import { type ConfigSecret, secretsOf } from './server-secrets.js';

const CONFIG_NAME =
  /(?:^|[/._-])mcp(?:[-_.]?(?:config|servers|settings))?\.json$|(?:^|\/)claude_desktop_config\.json$/i;

/**
 * The secrets written out in a file part that is an MCP config: a `.json` file whose name says so, or whose content
 * has a map of servers at its top. They refuse the stage like those of an inline config. Other parts give none.
 * A config that is no strict JSON (comments, a trailing comma) is judged line by line by the secret scan.
 */
export function mcpConfigSecrets({ path, bytes }: Part): ConfigSecret[] {
  if (!path.endsWith('.json')) return [];
  const named = CONFIG_NAME.test(path);
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) {
    return named ? scanText(path, bytes).map(({ line }) => ({ server: path, field: `line ${line}` })) : [];
  }
  const config = parsed.value;
  const isConfig = named || (isObject(config) && isClientConfig(config) && !('messages' in config));
  return isConfig ? serverEntries(config).flatMap(([server, entry]) => secretsOf(server, entry)) : [];
}
