import { Provision_RuntimeDocument } from '../gen/graphql.js';
import { tool } from '../tool.js';
import { apiInput } from '../words.js';
import { movedTransfer, transferId, transferOutput, transferToken } from './transfer-facts.js';

export const provisionRuntime = tool({
  name: 'provision_runtime',
  title: 'Ask for a destination',
  description:
    'Reserves a destination for a staged transfer: its tier, its budget and the pool of hosts that may take it are those of the transfer token, and you choose none of them. Call it after snapshot_state and before push_state, while the status is staged. It moves the transfer to provisioned; nothing runs there yet.',
  effects: { reads: false, destructive: false, repeatSafe: true },
  input: { id: transferId, transfer_token: transferToken },
  output: transferOutput,
  run: async ({ api }, args, { idempotencyKey, signal }) => {
    const variables = { input: { ...apiInput(args), idempotencyKey } };
    const outcome = await api.ask(Provision_RuntimeDocument, variables, signal);
    return movedTransfer(
      outcome,
      ({ tier }) => `A destination of tier ${tier} is reserved. Next: push_state.`,
    ).answer;
  },
});
