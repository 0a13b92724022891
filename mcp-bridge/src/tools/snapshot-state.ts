import { hostname } from 'node:os';
import { z } from 'zod';
import { refuse } from '../answer.js';
import { Snapshot_StateDocument } from '../gen/graphql.js';
import type { FoundSession } from '../session/finder.js';
import { MAX_INLINE_BYTES, readParts } from '../session/parts.js';
import { tool } from '../tool.js';
import { movedTransfer, transferOutput } from './transfer-facts.js';

export const snapshotState = tool({
  name: 'snapshot_state',
  title: 'Snapshot this session',
  description:
    'Takes a snapshot of the session you are working in, from its files on disk, and opens a transfer for it; you need not and cannot type out your history. Call it first when you were asked to move to another host. It returns the transfer id, the checksum and a report of what moves and what stays, never the content; without activation the transfer expires after half an hour.',
  effects: { reads: false, destructive: false, repeatSafe: false },
  input: {
    path: z
      .string()
      .max(4096)
      .optional()
      .describe(
        'Session file to take instead, one that a known client keeps under its own folder. Leave it out: your own session is found.',
      ),
    ttl_seconds: z.number().int().min(1).max(86_400).optional().describe('Default 1800.'),
  },
  output: transferOutput,
  growing: true,
  run: async ({ api, sessions, taken }, { path, ttl_seconds: ttlSeconds }, call) => {
    if (sessions === null) {
      const message = 'This bridge runs on another machine than your session.';
      return refuse({ code: 'NOT_READY', message, missing: ['a bridge beside the session'] });
    }
    const found = path === undefined ? await sessions.ofCall(call) : await sessions.atPath(path);
    if ('none' in found) return notFound(found.none, found.candidates);
    const parts = await readParts(found);
    if (!parts.ok) {
      return refuse({
        code: 'TOO_LARGE',
        message: `The session has ${parts.bytes} bytes; ${MAX_INLINE_BYTES} can be taken this way.`,
        offenders: parts.offenders,
      });
    }
    const input = {
      source: { host: hostname(), client: found.client, cwd: found.cwd },
      sessionLabel: found.id,
      files: parts.files,
      ttlSeconds,
      idempotencyKey: call.idempotencyKey,
    };
    const outcome = await api.ask(Snapshot_StateDocument, { input }, call.signal);
    const { answer, transfer } = movedTransfer(
      outcome,
      ({ id }) =>
        `The session ${found.id} is staged as ${id}. Next: ask the orchestrator for a transfer token, then provision_runtime.`,
    );
    if (transfer === null || answer.structured === undefined) return answer;
    const id = String(transfer.id);
    taken.set(id, { file: found.file, entries: parts.entries });
    const { snapshot, ...facts } = answer.structured;
    return { ...answer, structured: { ...facts, report: (snapshot as { report: unknown }).report } };
  },
});

function notFound(none: string, candidates: readonly FoundSession[]) {
  const { text, ...rest } = refuse({ code: 'NOT_FOUND', message: none });
  const lines = candidates.map(({ client, id, cwd, file }) => `- ${client} ${id} in ${cwd}: ${file}`);
  const listed =
    lines.length === 0
      ? []
      : ['Sessions here, newest first:', ...lines, 'Name one by path, after asking your user which.'];
  return { ...rest, text: [text.split('\n')[0], ...listed].join('\n') };
}
