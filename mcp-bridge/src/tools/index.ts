import type { Kind } from '../env.js';
import type { Tool } from '../tool.js';
import { activate } from './activate.js';
import { getStatus } from './get-status.js';
import { provisionRuntime } from './provision-runtime.js';
import { pushState } from './push-state.js';
import { reportUsage } from './report-usage.js';
import { snapshotState } from './snapshot-state.js';

const AGENT: readonly Tool[] = [snapshotState, provisionRuntime, pushState, activate, getStatus];

/** The tools of each kind of credential, in the order in which they are listed. Minting, ending, money and approval are in none. */
export const TOOLS: Readonly<Record<Kind, readonly Tool[]>> = {
  agent: AGENT,
  orchestrator: [...AGENT, reportUsage],
};
