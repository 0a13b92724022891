import { join } from 'node:path';
import { type ClientConfig, ConfigProblem, changes, type Edit, type Entry, readText } from './edit.js';

type Json = Record<string, unknown>;

/** What decides, on the command line: an agent that runs a shell is kept from it by its own client too. */
const DECIDING = ['token', 'keys', 'people', 'move', 'terminate', 'top-up', 'accept-secrets'];
/** Beside the server, so that taking it out takes out its rules and nobody else's. */
const CLOSED = 'BATON_CLOSED';
const denied = (closed: readonly string[]): string[] => [
  ...DECIDING.flatMap((command) => [`Bash(baton ${command}:*)`, `Bash(npm run -s baton -- ${command}:*)`]),
  ...closed.map((path) => `Read(/${path}/**)`),
];
/**
 * Claude Code: the server in `.claude.json`, the deny rules in `settings.json`. `alwaysLoad` has the client wait for the
 * tools: one that finds them late works without them.
 */
export function claudeCodeConfig(home: string, configDir: string | undefined): ClientConfig {
  const servers = configDir === undefined ? join(home, '.claude.json') : join(configDir, '.claude.json');
  const settings = join(configDir ?? join(home, '.claude'), 'settings.json');

  return {
    label: 'claude-code',
    install: async ({ command, args, env, closed }: Entry) => {
      const entry = {
        type: 'stdio',
        command,
        args,
        env: { ...env, [CLOSED]: JSON.stringify(closed) },
        alwaysLoad: true,
      };
      const server = await edit(servers, (config) => ({
        ...config,
        mcpServers: { ...objectIn(config, 'mcpServers', servers), baton: entry },
      }));
      const rules = await edit(settings, (config) => {
        const permissions = objectIn(config, 'permissions', settings);
        const deny = [...new Set([...listIn(permissions, 'deny', settings), ...denied(closed)])];
        return { ...config, permissions: { ...permissions, deny } };
      });
      return changes([server, rules]);
    },
    uninstall: async () => {
      const { baton } = objectIn(jsonOf(servers, await readText(servers)), 'mcpServers', servers);
      const ours = new Set<unknown>(denied(closedBy(baton)));
      const server = await edit(servers, (config) => {
        const { baton: _, ...others } = objectIn(config, 'mcpServers', servers);
        return 'mcpServers' in config ? { ...config, mcpServers: others } : config;
      });
      const rules = await edit(settings, (config) => {
        if (!('permissions' in config)) return config;
        const permissions = objectIn(config, 'permissions', settings);
        const deny = listIn(permissions, 'deny', settings).filter((rule) => !ours.has(rule));
        return 'deny' in permissions ? { ...config, permissions: { ...permissions, deny } } : config;
      });
      return changes([server, rules]).filter(({ before }) => before !== null);
    },
    installed: async () => {
      const { baton } = objectIn(jsonOf(servers, await readText(servers)), 'mcpServers', servers);
      const { command, args, env } = (baton ?? {}) as Json;
      return typeof command === 'string'
        ? { command, args: (args ?? []) as string[], env: (env ?? {}) as Record<string, string> }
        : null;
    },
  };
}

/** The paths that were closed when the server was installed. */
function closedBy(server: unknown): string[] {
  const { env } = (server ?? {}) as { env?: Record<string, unknown> };
  try {
    const closed: unknown = JSON.parse(String(env?.[CLOSED]));
    return Array.isArray(closed) ? closed.map(String) : [];
  } catch {
    return [];
  }
}

async function edit(file: string, change: (config: Json) => Json): Promise<Edit> {
  const before = await readText(file);
  const config = jsonOf(file, before);
  const changed = change(config);
  // As it was written, where nothing changes.
  const same = before !== null && JSON.stringify(changed) === JSON.stringify(config);
  return { file, before, after: same ? before : `${JSON.stringify(changed, null, 2)}\n` };
}

function jsonOf(file: string, text: string | null): Json {
  if (text === null || text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // Told below: it is left as it is.
  }
  throw new ConfigProblem(`${file} is no JSON object: mend it, then run this again`);
}

function objectIn(config: Json, name: string, file: string): Json {
  const value = config[name] ?? {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Json;
  throw new ConfigProblem(`${name} in ${file} is no object: mend it, then run this again`);
}

function listIn(config: Json, name: string, file: string): unknown[] {
  const value = config[name] ?? [];
  if (Array.isArray(value)) return value;
  throw new ConfigProblem(`${name} in ${file} is no list: mend it, then run this again`);
}
