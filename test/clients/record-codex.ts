import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CODEX, rolloutsDir, runCodex } from './codex.js';
import { PLACE, record } from './recording.js';
import { shellInventory } from './scenarios.js';

/** Records the sessions of Codex; see `record` for `fixtures` and errors. */
export const recordCodex = (fixtures: string): Promise<void> =>
  record(CODEX, fixtures, [shellInventory], async ({ name, prompts }, stub) => {
    let threadId: string | undefined;
    for (const prompt of prompts) {
      const answer = await runCodex(
        PLACE,
        stub.url,
        prompt,
        threadId === undefined ? {} : { resume: threadId },
      );
      if (!answer.completed) throw new Error(`${name}: ${JSON.stringify(answer)}`);
      threadId ??= answer.threadId;
    }
    const files = await readdir(rolloutsDir(PLACE), { recursive: true });
    const [rollout, ...others] = files.filter((file) => file.endsWith(`${threadId}.jsonl`));
    if (rollout === undefined || others.length > 0)
      throw new Error(`${name}: expected one session file of ${files.join(', ')}`);
    return join(rolloutsDir(PLACE), rollout);
  });
