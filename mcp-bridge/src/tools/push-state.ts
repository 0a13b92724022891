import { z } from 'zod';
import { Push_StateDocument } from '../gen/graphql.js';
import { tool } from '../tool.js';
import { apiInput } from '../words.js';
import { movedTransfer, transferId, transferOutput } from './transfer-facts.js';

export const pushState = tool({
  name: 'push_state',
  title: 'Push the snapshot',
  description:
    'Has every stored byte of the snapshot read back and its checksum recomputed, and releases it to the destination. Call it after provision_runtime, while the status is provisioned. It moves the transfer to pushed; then the destination restores the session and proves it, which get_status shows as runtime.verified_at.',
  effects: { reads: false, destructive: false, repeatSafe: true },
  input: {
    id: transferId,
    checksum: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe('As snapshot_state returned it, to be compared; it is recomputed either way.'),
  },
  output: transferOutput,
  run: async ({ api }, args, { idempotencyKey, signal }) => {
    const variables = { input: { ...apiInput(args), idempotencyKey } };
    const outcome = await api.ask(Push_StateDocument, variables, signal);
    return movedTransfer(
      outcome,
      () =>
        'The snapshot is checked and released. When get_status shows runtime.verified_at, ask the orchestrator for the token of activate.',
    ).answer;
  },
});
