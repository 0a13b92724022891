import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { type Cli, examples } from '../cli.js';
import type { Api } from '../client/api.js';
import { known } from '../client/transfers.js';
import { usage } from '../failure.js';
import { SnapshotDocument } from '../gen/graphql.js';
import { RESTORABLE, type Restorable, type Restored, restoreFor } from '../restore-for.js';
import { saveParts } from '../save-parts.js';
import { facts } from '../table.js';

interface GetOptions {
  readonly out?: string;
  readonly restoreFor?: Restorable;
  readonly home?: string;
  readonly cwd?: string;
}

/** Where each client keeps its sessions, and the variable by which it is told of another place. */
const HOMES: Record<Restorable, readonly [folder: string, variable: string]> = {
  'claude-code': ['.claude', 'CLAUDE_CONFIG_DIR'],
  codex: ['.codex', 'CODEX_HOME'],
};

export function addSnapshot(program: Command, cli: Cli): void {
  const snapshot = program
    .command('snapshot')
    .description('Contents of snapshots; needs the scope transfer:content.');
  const get = snapshot
    .command('get <id>')
    .description('Write the parts of a transfer’s snapshot, byte for byte, each checked against its sha256.')
    .option('--out <dir>', 'a directory that is empty or not there yet')
    .addOption(
      new Option('--restore-for <client>', 'put the session where this client resumes it instead').choices(
        RESTORABLE,
      ),
    )
    .option('--home <dir>', "with --restore-for: the client's own folder (~/.claude, ~/.codex)")
    .option('--cwd <dir>', 'with --restore-for: where the session goes on', '.')
    .action(async (id: string, options: GetOptions) => {
      const { out, restoreFor: client } = options;
      if ((out === undefined) === (client === undefined)) throw usage('say either --out or --restore-for');
      if (out !== undefined) return saveTo(cli, id, out);
      if (client !== undefined) return restoreTo(cli, id, client, options);
    });
  get.addHelpText(
    'after',
    `
--restore-for writes the files below the client's folder under the names it looks for, so that it resumes there: the
working directory is changed where the client keeps it, the call that took the snapshot gets its answer, and every word
of the conversation stays as it is. What was changed is listed. Nothing that is there is overwritten.`,
  );
  examples(
    get,
    'baton snapshot get trf_… --out restored/',
    'baton snapshot get trf_… --restore-for claude-code --cwd ~/project',
  );
}

/** Writes the parts below `folder`, and tells what they are of. */
async function fetchSnapshot(api: Api, id: string, folder: string) {
  const transfer = known((await api.run(SnapshotDocument, { id })).transfer);
  const content = known(transfer.snapshot);
  await saveParts(folder, content.parts, (path) => api.part(id, path));
  return { transfer, content };
}

async function saveTo(cli: Cli, id: string, out: string): Promise<void> {
  const { transfer, content } = await fetchSnapshot(cli.api(), id, out);
  const { checksum } = transfer;
  cli.output.result(
    { transferId: id, snapshotId: content.id, checksum, out, parts: content.parts },
    facts([...content.parts.map(({ path, sha256 }) => [sha256, path] as const), ['checksum', checksum]]),
  );
}

async function restoreTo(cli: Cli, id: string, client: Restorable, options: GetOptions): Promise<void> {
  const [name, variable] = HOMES[client];
  const { home = cli.env.inherited[variable] || join(homedir(), name), cwd = '.' } = options;
  const folder = await mkdtemp(join(tmpdir(), 'baton-restore-'));
  try {
    const { transfer, content } = await fetchSnapshot(cli.api(), id, folder);
    const saved = {
      folder,
      label: transfer.session.label,
      cwd: transfer.source?.cwd ?? null,
      parts: content.parts,
    };
    const restored = await restoreFor(client, saved, { home, cwd });
    cli.output.result({ transferId: id, ...restored }, describe(restored));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function describe({ files, home, edits, unplaced, unmappedCwds, leftOpen, cwd, resume }: Restored): string {
  return facts([
    ...files.map((path) => ['written', join(home, path)] as const),
    ...edits.map((edit) => ['changed', editText(edit)] as const),
    ...unplaced.map(({ part, why }) => ['left out', `${part}: ${why}`] as const),
    ...unmappedCwds.map((path) => ['not mapped', path] as const),
    ...leftOpen.map(({ tool, line }) => ['left open', `${tool} in line ${line}`] as const),
    ['go on', `cd ${cwd} && ${resume}`],
  ]);
}

function editText(edit: Restored['edits'][number]): string {
  if (edit.kind === 'cwd') return `${edit.part}: ${edit.field} ${edit.from} → ${edit.to}`;
  if (edit.kind === 'answer') return `${edit.part}: an answer to ${edit.tool} as line ${edit.line}`;
  return `${edit.part}: a newline after line ${edit.line}`;
}
