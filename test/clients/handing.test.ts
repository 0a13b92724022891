import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../requirements.js';
import { BRIDGE } from '../support/bridge.js';
import type { Door } from '../support/door.js';
import { type Sides, sides } from '../support/thread.js';
import { type Actor, createWorld, type World } from '../support/world.js';
import { CLAUDE_CODE, runClaudeCode } from './claude-code.js';
import { type ClientPlace, clientInstalled } from './client-package.js';
import { CODEX, runCodex } from './codex.js';
import type { ScriptedTurn } from './script.js';
import { startStubModelApi } from './stub-model-api.js';

let w: World;
let door: Door;
let people: Sides;
let base: string;
/** Two machines: the author's with Claude Code, the reviewer's with Codex. */
let author: ClientPlace;
let reviewer: ClientPlace;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door();
  people = await sides(w);
  base = realpathSync(mkdtempSync(join(tmpdir(), 'baton-handing-')));
  author = { home: join(base, 'author'), project: join(base, 'author', 'api') };
  reviewer = { home: join(base, 'reviewer'), project: join(base, 'reviewer', 'web') };
  for (const { project } of [author, reviewer]) mkdirSync(project, { recursive: true });
});
afterAll(async () => {
  await door?.close();
  await w.close();
  rmSync(base, { recursive: true });
});

const bridge = ({ home }: ClientPlace, { key }: Actor) => ({
  command: process.execPath,
  args: [BRIDGE],
  env: { HOME: home, BATON_URL: door.url, BATON_AGENT_KEY: key as string },
});
const call = (name: string, input: Record<string, unknown>): ScriptedTurn => [
  { type: 'tool_use', name: `mcp__baton__${name}`, input },
];
const say = (text: string): ScriptedTurn => [{ type: 'text', text }];

const DIFF = '--- a/src/api/users.ts\n+++ b/src/api/users.ts\n@@ -1 +1 @@\n-get("/user")\n+get("/users")\n';

describe.skipIf(!clientInstalled(CLAUDE_CODE) || !clientInstalled(CODEX))('Claude Code and Codex', () => {
  test(`${shows('H4', 'H5')}hand a refactor over, talk about it and complete it, each on its own machine`, {
    timeout: 180_000,
  }, async () => {
    const claude: ScriptedTurn[] = [];
    const codex: ScriptedTurn[] = [];
    const session = randomUUID();
    let thread: string | undefined;
    const asAuthor = async (...turns: ScriptedTurn[]) => {
      const first = claude.length === 0;
      claude.push(...turns, say('Done.'));
      const stub = await startStubModelApi('handing-author', claude);
      try {
        const how = first ? { start: session } : { resume: session };
        const answer = await runClaudeCode(
          author,
          stub.url,
          how,
          'Go on.',
          bridge(author, people.senderAgent),
        );
        expect(answer.is_error, JSON.stringify(answer)).toBe(false);
        return JSON.stringify(stub.seen.at(-1)?.body?.messages);
      } finally {
        await stub.close();
      }
    };
    const asReviewer = async (...turns: ScriptedTurn[]) => {
      codex.push(...turns, say('Done.'));
      const stub = await startStubModelApi('handing-reviewer', codex);
      try {
        const more = {
          mcp: bridge(reviewer, people.recipientAgent),
          ...(thread !== undefined && { resume: thread }),
        };
        const answer = await runCodex(reviewer, stub.url, 'Go on.', more);
        expect(answer.completed).toBe(true);
        thread ??= answer.threadId;
        return JSON.stringify(stub.seen.at(-1)?.body?.input);
      } finally {
        await stub.close();
      }
    };

    await asAuthor(
      call('handoff_to_teammate', {
        recipient: people.handle,
        intent: 'ask_question',
        summary: 'GET /user became GET /users. Does the web client still work?',
        artifacts: [
          { type: 'file_diff', path: 'src/api/users.ts', diff: DIFF },
          { type: 'test_command', command: 'npm test -- users' },
        ],
      }),
    );
    const { id } = await w.judge.one<{ id: string }>('SELECT id FROM handoff', []);
    const found = await asReviewer(
      call('check_inbox', { unread: true }),
      call('accept_handoff', { id }),
      call('view_thread', { id }),
      call('send_message', { id, message: 'For the old client as well?' }),
    );
    expect(found).toContain('PEER TEXT');
    expect(found).toContain('npm test -- users');
    const asked = await asAuthor(
      call('view_thread', { id }),
      call('send_message', { id, message: 'No, it is gone.' }),
    );
    expect(asked).toContain('For the old client as well?');
    await asReviewer(
      call('view_thread', { id }),
      call('complete_handoff', { id, outcome: 'done', result_summary: 'The web client uses /users now.' }),
    );
    const told = await asAuthor(call('view_thread', { id }));
    expect(told).toContain('The web client uses /users now.');

    const row = await w.judge.one<Record<string, unknown>>('SELECT * FROM handoff WHERE id = $1', [id]);
    expect(row).toMatchObject({
      status: 'completed',
      outcome: 'done',
      accepted_session: thread,
      message_count: 3,
    });
    for (const fact of ['stored_at', 'surfaced_at', 'accepted_at', 'read_at'])
      expect(row[fact], fact).not.toBeNull();
    const { rows } = await w.db.pool.query<{ type: string }>(
      'SELECT type FROM event WHERE aggregate_id = $1 ORDER BY sequence',
      [id],
    );
    expect(rows.map(({ type }) => type)).toEqual([
      'handoff_sent',
      'handoff_accepted',
      'message_sent',
      'message_sent',
      'handoff_completed',
    ]);
  });
});
