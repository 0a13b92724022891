import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLAUDE_CODE, runClaudeCode, transcriptPath } from './claude-code.js';
import { type ClientPlace, clientInstalled } from './client-package.js';
import { blocksOf } from './messages-history.js';
import { PLACE } from './recording.js';
import { inventory, signedThinking } from './scenarios.js';
import { startStubModelApi } from './stub-model-api.js';

const recorded = (name: string) =>
  fileURLToPath(
    new URL(`../fixtures/sessions/claude-code-${CLAUDE_CODE.version}/${name}.jsonl`, import.meta.url),
  );

describe.skipIf(!clientInstalled(CLAUDE_CODE))(
  'a recorded session, resumed by the real client in another place',
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

    it.each([inventory(PLACE.project), signedThinking(PLACE.project)])(
      '$name: the whole history reaches the model API, signatures unharmed, and the file only grows',
      async ({ name, sessionId, prompts, turns }) => {
        const transcript = transcriptPath(place, sessionId);
        await mkdir(dirname(transcript), { recursive: true });
        await copyFile(recorded(name), transcript);
        const stub = await startStubModelApi(name, [...turns, [{ type: 'text', text: 'carried on' }]]);
        try {
          const answer = await runClaudeCode(place, stub.url, { resume: sessionId }, 'Carry on.');
          expect(answer).toMatchObject({ is_error: false, result: 'carried on', session_id: sessionId });
        } finally {
          await stub.close();
        }

        // The client repairs what the API refuses and then reports success: only the first try counts.
        expect(stub.seen.map(({ status, path }) => `${status} ${path}`)).toEqual(['200 /v1/messages']);
        const sent = stub.seen[0]?.body?.messages ?? [];
        const blocks = sent.flatMap(blocksOf);
        const scripted = turns.flat();
        for (const type of ['text', 'tool_use', 'thinking'] as const)
          expect(
            sent
              .filter((m) => m.role === 'assistant')
              .flatMap(blocksOf)
              .filter((block) => block.type === type),
          ).toMatchObject(scripted.filter((block) => block.type === type));
        const said = sent
          .filter((m) => m.role === 'user')
          .flatMap(blocksOf)
          .map((block) => block.text);
        expect(said).toEqual(expect.arrayContaining([...prompts, 'Carry on.']));
        expect(blocks.filter((block) => block.type === 'tool_result').length).toBe(
          scripted.filter((block) => block.type === 'tool_use').length,
        );

        const before = await readFile(recorded(name));
        const after = await readFile(transcript);
        expect(after.subarray(0, before.length).equals(before)).toBe(true);
        expect(after.length).toBeGreaterThan(before.length);
      },
      30_000,
    );
  },
);
