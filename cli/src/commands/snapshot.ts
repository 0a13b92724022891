import type { Command } from 'commander';
import { type Cli, examples } from '../cli.js';
import { known } from '../client/transfers.js';
import { SnapshotDocument } from '../gen/graphql.js';
import { saveParts } from '../save-parts.js';
import { facts } from '../table.js';

export function addSnapshot(program: Command, cli: Cli): void {
  const snapshot = program
    .command('snapshot')
    .description('Contents of snapshots; needs the scope transfer:content.');
  const get = snapshot
    .command('get <id>')
    .description('Write the parts of a transfer’s snapshot, byte for byte, each checked against its sha256.')
    .requiredOption('--out <dir>', 'a directory that is empty or not there yet')
    .action(async (id: string, { out }: { out: string }) => {
      const api = cli.api();
      const transfer = known((await api.run(SnapshotDocument, { id })).transfer);
      const content = known(transfer.snapshot);
      await saveParts(out, content.parts, (path) => api.part(id, path));
      const { checksum } = transfer;
      cli.output.result(
        { transferId: id, snapshotId: content.id, checksum, out, parts: content.parts },
        facts([...content.parts.map(({ path, sha256 }) => [sha256, path] as const), ['checksum', checksum]]),
      );
    });
  examples(get, 'baton snapshot get trf_… --out restored/');
}
