import type { Kind } from '../env.js';
import type { Tool } from '../tool.js';
import { acceptHandoff } from './accept-handoff.js';
import { activate } from './activate.js';
import { cancelHandoff } from './cancel-handoff.js';
import { checkInbox } from './check-inbox.js';
import { completeHandoff } from './complete-handoff.js';
import { getStatus } from './get-status.js';
import { handoffToTeammate } from './handoff-to-teammate.js';
import { listTeammates } from './list-teammates.js';
import { provisionRuntime } from './provision-runtime.js';
import { pushState } from './push-state.js';
import { reportUsage } from './report-usage.js';
import { sendMessage } from './send-message.js';
import { snapshotState } from './snapshot-state.js';
import { viewThread } from './view-thread.js';

const TRANSFER: readonly Tool[] = [snapshotState, provisionRuntime, pushState, activate, getStatus];
const HANDOFF: readonly Tool[] = [
  handoffToTeammate,
  checkInbox,
  acceptHandoff,
  viewThread,
  sendMessage,
  completeHandoff,
  cancelHandoff,
  listTeammates,
];

/** The tools of each kind of credential, in the order in which they are listed. Minting, ending, money and approval are in none. */
export const TOOLS: Readonly<Record<Kind, readonly Tool[]>> = {
  agent: [...TRANSFER, ...HANDOFF],
  orchestrator: [...TRANSFER, reportUsage],
};
