import { join } from 'node:path';
import { parse, stringify } from 'smol-toml';
import { type ClientConfig, ConfigProblem, changes, type Edit, type Entry, readText } from './edit.js';

type Table = Record<string, unknown>;

/** A header of our table or of one within it. */
const OURS = /^\s*\[\s*mcp_servers\s*\.\s*(?:baton|"baton")\s*(?:\.[^\]]*)?\]\s*(?:#.*)?$/;
const HEADER = /^\s*\[/;

/**
 * Codex: `[mcp_servers.baton]` in `config.toml`. `required` has the client fail rather than work without the tools. It
 * has no rules for single commands: its sandbox is what keeps an agent from a shell's other doors.
 */
export function codexConfig(codexHome: string): ClientConfig {
  const file = join(codexHome, 'config.toml');
  const edit = async (table: Table | null): Promise<Edit[]> => {
    const before = await readText(file);
    const kept = withoutOurs(file, before ?? '');
    const ours =
      table === null ? '' : stringify({ mcp_servers: { baton: table } }).replace(/^\[mcp_servers\]\n+/, '');
    const after = [kept.trimEnd(), ours.trimEnd()].filter(Boolean).join('\n\n');
    const edited = { file, before, after: after === '' ? '' : `${after}\n` };
    return table === null && before === null ? [] : changes([edited]);
  };
  return {
    label: 'codex',
    install: ({ command, args, env }: Entry) =>
      edit({ command, args: [...args], env: { ...env }, required: true, startup_timeout_sec: 20 }),
    uninstall: () => edit(null),
    installed: async () => {
      const { mcp_servers: servers } = tomlOf(file, (await readText(file)) ?? '') as { mcp_servers?: Table };
      const { command, args, env } = (servers?.baton ?? {}) as Table;
      return typeof command === 'string'
        ? { command, args: (args ?? []) as string[], env: (env ?? {}) as Record<string, string> }
        : null;
    },
  };
}

/** The text without our tables, everything else as it was written, comments too. */
function withoutOurs(file: string, text: string): string {
  const wanted = tomlOf(file, text) as { mcp_servers?: Table };
  let ours = false;
  const kept = text
    .split('\n')
    .filter((line) => {
      if (HEADER.test(line)) ours = OURS.test(line);
      // A comment below our table may be about what follows.
      return !ours || line.trimStart().startsWith('#');
    })
    .join('\n');
  delete wanted.mcp_servers?.baton;
  const left = tomlOf(file, kept) as { mcp_servers?: Table };
  const empty = (table: { mcp_servers?: Table }) =>
    Object.keys(table.mcp_servers ?? {}).length === 0 ? { ...table, mcp_servers: undefined } : table;
  // Written in a way that lines do not show, for instance as an inline table.
  if (JSON.stringify(empty(left)) !== JSON.stringify(empty(wanted))) {
    throw new ConfigProblem(
      `mcp_servers.baton in ${file} is written inline: remove it by hand, then run this again`,
    );
  }
  return kept;
}

function tomlOf(file: string, text: string): Table {
  try {
    return parse(text) as Table;
  } catch {
    throw new ConfigProblem(`${file} is not valid TOML: mend it, then run this again`);
  }
}
