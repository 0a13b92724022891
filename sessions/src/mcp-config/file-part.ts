import { parseStrictJson } from '../json/parse.js';
import { scanText } from '../secret-scan/scan.js';
import type { Part } from '../snapshot/part.js';
import { isClientConfig, serverEntries } from './server-entries.js';
import { type ConfigSecret, secretsOf } from './server-secrets.js';
import { parseTolerantJson } from './tolerant.js';

const CONFIG_NAME =
  /(?:^|[/._-])mcp(?:[-_.]?(?:config|servers|settings))?\.jsonc?$|(?:^|\/)claude_desktop_config\.json$/i;

/**
 * The secrets written out in a file part that is an MCP config: a `.json` or `.jsonc` file, in any case of letters,
 * whose name says so, or whose content has a map of servers. They refuse the stage like those of an inline config.
 * Other parts give none. What clients read though it is no strict JSON (comments, a trailing comma, a byte order mark,
 * a key said twice) is read so here; a config that nothing can read is judged line by line by the secret scan.
 */
export function mcpConfigSecrets({ path, bytes }: Part): ConfigSecret[] {
  if (!/\.jsonc?$/i.test(path)) return [];
  const named = CONFIG_NAME.test(path);
  const strict = parseStrictJson(bytes);
  const config = strict.ok ? strict.value : parseTolerantJson(bytes);
  if (config === null) {
    return named ? scanText(path, bytes).map(({ line }) => ({ server: path, field: `line ${line}` })) : [];
  }
  return named || isClientConfig(config)
    ? serverEntries(config).flatMap(([server, entry]) => secretsOf(server, entry))
    : [];
}
