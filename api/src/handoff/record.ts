import { recordReader } from '../db/record.js';
import type { OfferedAction } from '../errors.js';
import type { Handoff } from '../gen/prisma/client.js';
import { type HandoffFacts, handoffActions } from '../lifecycle/decide.js';
import { HANDOFF_MOVES, type HandoffMove } from '../lifecycle/rules.js';
import type { Viewer } from '../principal/viewer.js';

/** A thread as its row stands; what a move returned reads the same. */
export type HandoffRecord = Handoff;
export const recordOf = recordReader<HandoffRecord>('Handoff');

/** What this viewer may do with a thread now, as clients show it; none of them derives a rule. */
export function offeredActions(thread: HandoffRecord, viewer: Viewer): OfferedAction[] {
  return handoffActions(thread as unknown as HandoffFacts, viewer).map((action) => {
    const move: HandoffMove = HANDOFF_MOVES[action];
    return {
      action,
      resultsIn: move.to.map((state) => (state === 'same' ? thread.status : state)),
      irreversible: move.irreversible ?? false,
      requires: null,
    };
  });
}
