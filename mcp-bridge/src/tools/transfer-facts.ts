import { z } from 'zod';
import { rootOf } from '../answer.js';
import type { Outcome } from '../api.js';
import type { Answer } from '../tool.js';
import { toolWords } from '../words.js';

/** What every tool answers of a transfer at least; the list of tools has little room, and the rest speaks for itself. */
export const transferOutput = z.looseObject({
  id: z.string(),
  status: z.string(),
  available_actions: z.array(z.unknown()),
});

export const transferId = z
  .string()
  .min(1)
  .max(64)
  .describe('The transfer, `trf_…`, as snapshot_state returned it.');

export const transferToken = z
  .string()
  .max(4096)
  .describe('Of this step; the orchestrator of this session gives it to you.');

/** The answer of a move: its transfer in the tools' words, under a sentence of the tool. */
export function movedTransfer(
  outcome: Outcome,
  sentence: (transfer: Record<string, unknown>) => string,
): { answer: Answer; transfer: Record<string, unknown> | null } {
  const root = rootOf(outcome);
  if (!root.ok) return { answer: root.answer, transfer: null };
  const { transfer, replayed } = root.value as { transfer: Record<string, unknown>; replayed: boolean };
  const structured = { ...(toolWords(transfer) as Record<string, unknown>), replayed };
  const again = replayed ? ' An earlier call had done this already.' : '';
  return { answer: { text: `${sentence(transfer)}${again}`, structured }, transfer };
}
