import type { OfferedAction } from '../errors.js';
import { availableActions } from '../lifecycle/decide.js';
import { TRANSFER_MOVES, type TransferMove } from '../lifecycle/rules.js';
import type { Viewer } from '../principal/viewer.js';
import { factsOf, type TransferRecord } from './record.js';

/** What this viewer may do with a transfer now, as clients show it; none of them derives a rule. */
export function offeredActions(transfer: TransferRecord, viewer: Viewer): OfferedAction[] {
  return availableActions(factsOf(transfer), viewer, transfer.readAt).map((action) => {
    const move: TransferMove = TRANSFER_MOVES[action];
    return {
      action,
      resultsIn: move.to.map((state) => (state === 'same' ? transfer.effectiveStatus : state)),
      irreversible: move.irreversible ?? false,
      requires: move.needsToken === undefined ? null : 'TRANSFER_TOKEN',
    };
  });
}
