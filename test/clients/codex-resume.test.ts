import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientPlace, clientInstalled } from './client-package.js';
import { CODEX, rolloutPath, runCodex } from './codex.js';
import { shellInventory } from './scenarios.js';
import { sign } from './script.js';
import { startStubModelApi } from './stub-model-api.js';

const recorded = fileURLToPath(
  new URL(`../fixtures/sessions/codex-${CODEX.version}/${shellInventory.name}.jsonl`, import.meta.url),
);

describe.skipIf(!clientInstalled(CODEX))(
  'a recorded session, resumed by the real Codex in another place',
  () => {
    let base: string;
    let place: ClientPlace;
    beforeEach(async () => {
      base = await mkdtemp(join(tmpdir(), 'baton-resume-'));
      place = { home: join(base, 'other-home'), project: join(base, 'other_project') };
      await mkdir(place.home);
      await mkdir(place.project);
    });
    afterEach(() => rm(base, { recursive: true }));

    it('the whole history reaches the model API, sealed reasoning unharmed, and the file only grows', async () => {
      const { name, prompts, turns } = shellInventory;
      const before = await readFile(recorded);
      const [meta = ''] = before.toString('utf8').split('\n', 1);
      const threadId = (JSON.parse(meta) as { payload: { id: string } }).payload.id;
      const rollout = rolloutPath(place, threadId);
      await mkdir(dirname(rollout), { recursive: true });
      await copyFile(recorded, rollout);
      const stub = await startStubModelApi(name, [...turns, [{ type: 'text', text: 'carried on' }]]);
      try {
        const answer = await runCodex(place, stub.url, 'Carry on.', { resume: threadId });
        expect(answer).toEqual({ threadId, lastText: 'carried on', completed: true });
      } finally {
        await stub.close();
      }

      expect(stub.seen.map(({ status, path }) => `${status} ${path}`)).toEqual(['200 /v1/responses']);
      const items = stub.seen[0]?.body?.input ?? [];
      const scripted = turns.flat();
      expect(items.filter((item) => item.type === 'function_call').map((item) => item.arguments)).toEqual(
        scripted.flatMap((block) => (block.type === 'tool_use' ? [JSON.stringify(block.input)] : [])),
      );
      expect(items.filter((item) => item.type === 'reasoning').map((item) => item.encrypted_content)).toEqual(
        scripted.flatMap((block) => (block.type === 'thinking' ? [sign(block.thinking)] : [])),
      );
      const said = (role: string) =>
        items
          .filter((item) => item.role === role)
          .flatMap((item) => item.content?.map((part) => part.text) ?? []);
      expect(said('assistant')).toEqual(
        scripted.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
      );
      expect(said('user')).toEqual(expect.arrayContaining([...prompts, 'Carry on.']));

      const after = await readFile(rollout);
      expect(after.subarray(0, before.length).equals(before)).toBe(true);
      expect(after.length).toBeGreaterThan(before.length);
    }, 30_000);
  },
);
