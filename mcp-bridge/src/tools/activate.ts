import { ActivateDocument } from '../gen/graphql.js';
import { countEntries } from '../session/entries.js';
import { type TakenSession, tool } from '../tool.js';
import { apiInput } from '../words.js';
import { movedTransfer, transferId, transferOutput, transferToken } from './transfer-facts.js';

export const activate = tool({
  name: 'activate',
  title: 'Hand the session over',
  description:
    'Makes the destination the one owner of this session; this cannot be undone. Call it when the status is pushed and the destination is verified, with a fresh transfer token for it. What you write here after the snapshot does not travel: once it answers active, stop working in this session.',
  effects: { reads: false, destructive: true, repeatSafe: true },
  input: { id: transferId, transfer_token: transferToken },
  output: transferOutput,
  run: async ({ api, taken }, args, { idempotencyKey, signal }) => {
    const session = taken.get(args.id);
    // What the source went on writing is lost to the destination, and named as lost.
    // Counted once, so that a repeat is the same call; a transcript that is gone is no reason to stay.
    if (session !== undefined) session.since ??= await countSince(session);
    const entriesSinceSnapshot = session?.since;
    const variables = { input: { ...apiInput({ ...args, entriesSinceSnapshot }), idempotencyKey } };
    const outcome = await api.ask(ActivateDocument, variables, signal);
    return movedTransfer(
      outcome,
      ({ epoch }) => `The destination owns the session now, epoch ${epoch}. Stop working here.`,
    ).answer;
  },
});

async function countSince({ file, entries }: TakenSession): Promise<number | undefined> {
  const now = await countEntries(file).catch(() => undefined);
  return now === undefined ? undefined : Math.max(0, now - entries);
}
