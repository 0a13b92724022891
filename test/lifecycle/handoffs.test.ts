import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../requirements.js';
import { HANDOFF_QUERY } from '../support/operations.js';
import {
  fresh,
  PROPOSED,
  proposing,
  type Sides,
  send,
  sides,
  threadIn,
  threadOf,
} from '../support/thread.js';
import { type Actor, type Answer, codeOf, createWorld, ok, type World } from '../support/world.js';

let world: World;
let people: Sides;
beforeAll(async () => {
  world = await createWorld();
  people = await sides(world);
});
afterAll(() => world.close());

const newest = async (id: string): Promise<string> =>
  (
    await world.judge.one<{ digest: string }>('SELECT proposal_digest AS digest FROM handoff WHERE id = $1', [
      id,
    ])
  ).digest;

const read = async (actor: Actor, id: string) =>
  (await actor.call(HANDOFF_QUERY, { id })).handoff as NonNullable<Answer['handoff']> | null;

const MESSAGES = `query ($id: ID!, $first: Int, $after: String) { handoff(id: $id) { messages(first: $first, after: $after) {
  pageInfo { hasNextPage endCursor } edges { node { sequenceNo side body envelope artifacts {
    __typename ... on FileDiffArtifact { path diff otherFiles length } ... on ApiContractArtifact { inline schemaUrl }
    ... on FileRefArtifact { path gitSha lines { start end } } ... on TestCommandArtifact { command cwd }
    ... on LinkArtifact { url title } ... on SessionSnapshotArtifact { transferId } } } } } } }`;

interface MessageNode {
  readonly sequenceNo: number;
  readonly body: string;
  readonly envelope: string;
  readonly artifacts: readonly Record<string, unknown>[];
}
interface Page {
  readonly pageInfo: { hasNextPage: boolean; endCursor: string };
  readonly edges: readonly { node: MessageNode }[];
}
const messages = async (actor: Actor, id: string, args: Record<string, unknown> = {}): Promise<Page> =>
  ((await actor.call(MESSAGES, { id, ...args })).handoff as { messages: Page }).messages;

describe('a thread', () => {
  test(`${shows('H4')}tells its sender what became of it, each fact by itself`, async () => {
    const id = threadOf(await send(people));
    const facts = async () =>
      Object.entries((await read(people.senderAgent, id))?.delivery ?? {})
        .filter(([, at]) => at !== null)
        .map(([name]) => name);
    expect(await facts()).toEqual(['storedAt']);
    expect((await read(people.recipientAgent, id))?.unread).toBe(true);
    expect(await facts()).toEqual(['storedAt']);
    await people.recipientAgent.call('{ inbox { edges { node { id } } } }');
    expect(await facts()).toEqual(['storedAt', 'surfacedAt']);
    ok(await people.recipientAgent.mutate('handoffAccept', { id }));
    expect(await facts()).toEqual(['storedAt', 'surfacedAt', 'acceptedAt']);
    await messages(people.recipientAgent, id);
    expect(await facts()).toEqual(['storedAt', 'surfacedAt', 'acceptedAt', 'readAt']);
    expect((await read(people.recipientAgent, id))?.unread).toBe(false);
  });

  test(`${shows('H4')}is counted as unread until its messages were shown; to count changes nothing`, async () => {
    const mine = await sides(world);
    for (let n = 0; n < 3; n += 1) await threadIn(mine, 'pending');
    const count = async () =>
      (
        (await mine.recipientAgent.call('{ inbox(first: 1) { unreadCount edges { node { id } } } }'))
          .inbox as {
          unreadCount: number;
        }
      ).unreadCount;
    expect([await count(), await count()]).toEqual([3, 3]);
    const [row] = await world.judge.rows<{ id: string }>(
      'SELECT id FROM handoff WHERE recipient_id = $1 LIMIT 1',
      [mine.recipient.id],
    );
    await messages(mine.recipientAgent, row?.id as string);
    expect(await count()).toBe(2);
    await mine.senderAgent.mutate('handoffMessageSend', { id: row?.id, message: 'More.' });
    expect(await count()).toBe(3);
  });

  test('warns when the same was sent within ten minutes, and names the first', async () => {
    const summary = fresh();
    const first = threadOf(await send(people, { summary }));
    expect(ok(await send(people, { summary })).duplicateOf).toBe(first);
    expect(ok(await send(people, { summary, intent: 'ASK_QUESTION' })).duplicateOf).toBeNull();
    await world.db.advanceClock(10 * 60_000);
    expect(ok(await send(people, { summary })).duplicateOf).toBeNull();
  });

  test(`${shows('H7')}goes to an exact handle; suggestions are exactly the name in other teams`, async () => {
    const [name] = people.handle.split('@');
    expect(await send({ ...people, handle: `${name}@nowhere` })).toMatchObject({
      code: 'RECIPIENT_NOT_FOUND',
      suggestions: [people.handle],
    });
    expect(await send({ ...people, handle: (name as string).slice(0, -1) })).toMatchObject({
      suggestions: [],
    });
    const abroad = await world.neighbour();
    const theirs = await sides(abroad);
    expect(await send({ ...people, handle: theirs.handle })).toMatchObject({
      code: 'RECIPIENT_NOT_FOUND',
      suggestions: [],
    });
    const gone = await sides(world);
    await world.db.pool.query('UPDATE principal SET disabled_at = baton_now() WHERE id = $1', [
      gone.recipient.id,
    ]);
    expect(await send(gone)).toMatchObject({ code: 'RECIPIENT_NOT_FOUND', suggestions: [] });
  });

  test(`${shows('H7')}stops taking text when the other side blocks, and can still be taken and ended`, async () => {
    const mine = await sides(world);
    const id = await threadIn(mine, 'pending');
    const [handle] = await world.judge.rows<{ handle: string }>(
      'SELECT handle FROM teammate WHERE person_id = $1',
      [mine.sender.id],
    );
    expect(codeOf(await mine.recipient.mutate('teammateBlock', { handle: handle?.handle }))).toBe('OK');
    expect(await mine.recipient.mutate('teammateBlock', { handle: handle?.handle })).toMatchObject({
      replayed: true,
    });
    expect(codeOf(await send(mine))).toBe('BLOCKED');
    expect(codeOf(await mine.senderAgent.mutate('handoffMessageSend', { id, message: 'Please.' }))).toBe(
      'BLOCKED',
    );
    expect(codeOf(await mine.recipientAgent.mutate('handoffAccept', { id }))).toBe('OK');
    expect(codeOf(await mine.recipient.mutate('teammateUnblock', { handle: handle?.handle }))).toBe('OK');
    expect(codeOf(await send(mine))).toBe('OK');
  });

  test(`${shows('H1')}accepted again by the same session is a replay; by another it says who has it and since when`, async () => {
    const id = await threadIn(people, 'accepted');
    expect(await people.recipientAgent.mutate('handoffAccept', { id, session: 'first' })).toMatchObject({
      replayed: true,
      handoff: { status: 'ACCEPTED', acceptedSession: 'first' },
    });
    const refused = await people.recipientAgent.mutate('handoffAccept', { id, session: 'second' });
    expect(refused).toMatchObject({ code: 'STATE_CHANGED', acceptedBy: people.recipientAgent.id });
    expect(refused.acceptedAt).not.toBeNull();
  });
});

describe('a proposal', () => {
  test(`${shows('H3')}is done only by a live approval of its newest version`, async () => {
    const id = await threadIn(people, 'accepted', proposing);
    const console = await world.signedIn(people.recipient);
    const first = await newest(id);
    const done = () =>
      people.recipientAgent.mutate('handoffComplete', { id, outcome: 'DONE', resultSummary: 'Done.' });
    expect(await done()).toMatchObject({ code: 'NOT_READY', missing: ['approved_proposal'] });
    ok(await console.mutate('proposalDecide', { id, digest: first, decision: 'APPROVED' }));
    ok(await people.senderAgent.mutate('proposalRevise', { id, base: first, proposedAction: PROPOSED }));
    expect(codeOf(await done())).toBe('NOT_READY');
    const stale = await console.mutate('proposalDecide', { id, digest: first, decision: 'APPROVED' });
    expect(stale).toMatchObject({ code: 'STATE_CHANGED', proposalDigest: await newest(id) });
    const own = { description: 'My own way.' };
    ok(
      await console.mutate('proposalDecide', {
        id,
        digest: await newest(id),
        decision: 'APPROVED',
        edits: own,
      }),
    );
    expect(ok(await done()).handoff).toMatchObject({
      outcome: 'DONE',
      proposal: { version: 3, state: 'APPROVED', description: 'My own way.' },
    });
    expect((await world.judge.eventTypes(id)).slice(2)).toEqual([
      'proposal_approved',
      'proposal_revised',
      'proposal_revised',
      'proposal_approved',
      'handoff_completed',
    ]);
  });

  test.each([
    ['confirmed five minutes ago', 300],
    ['never confirmed', null],
  ])(`${shows('H3')}is not decided in a session %s`, async (_, ago) => {
    const id = await threadIn(people, 'accepted', proposing);
    const digest = await newest(id);
    const console = await world.signedIn(people.recipient, ago);
    expect(await console.mutate('proposalDecide', { id, digest, decision: 'APPROVED' })).toMatchObject({
      code: 'NOT_READY',
      missing: ['fresh_confirmation'],
    });
    await world.db.pool.query('UPDATE sign_in SET confirmed_at = baton_now() WHERE id = $1', [
      console.viewer.signInId,
    ]);
    await world.db.pool.query('UPDATE sign_in SET ended_at = baton_now() WHERE id = $1', [
      console.viewer.signInId,
    ]);
    expect(codeOf(await console.mutate('proposalDecide', { id, digest, decision: 'APPROVED' }))).toBe(
      'NOT_READY',
    );
  });

  test(`${shows('H3', 'K5')}is decided by no agent, whichever single layer stands`, async () => {
    const id = await threadIn(people, 'accepted', proposing);
    const digest = await newest(id);
    const open = { holdsScope: () => true, mayReach: () => true, document: () => null };
    const input = { id, digest, decision: 'APPROVED' };
    const scopesAlone = world.with({ layers: { ...world.services.layers, mayReach: open.mayReach } });
    const fieldsAlone = world.with({ layers: { ...world.services.layers, holdsScope: open.holdsScope } });
    const neither = world.with({ layers: open });
    expect(codeOf(await scopesAlone.as(people.recipientAgent).mutate('proposalDecide', input))).toBe(
      'FORBIDDEN',
    );
    expect(codeOf(await fieldsAlone.as(people.recipientAgent).mutate('proposalDecide', input))).toBe(
      'FORBIDDEN',
    );
    // The move itself is the last: it asks for a person's session, which no key has.
    expect(codeOf(await neither.as(people.recipientAgent).mutate('proposalDecide', input))).toBe(
      'WRONG_ACTOR',
    );
    const pretends = neither.as(people.recipientAgent, { signInId: people.console.viewer.signInId });
    expect(codeOf(await pretends.mutate('proposalDecide', input))).toBe('WRONG_ACTOR');
  });
});

describe('artifacts', () => {
  const DIFFS: Record<string, string> = {
    'with CRLF': '--- a/x.ts\r\n+++ b/x.ts\r\n@@ -1,1 +1,1 @@\r\n-a\r\n+b\r\n',
    'without a newline at its end':
      '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file',
    'of a rename': 'diff --git a/old.ts b/x.ts\nsimilarity index 100%\nrename from old.ts\nrename to x.ts\n',
    binary:
      'diff --git a/x.ts b/x.ts\nGIT binary patch\nliteral 3\nKcmZQzU|?imU|?imU=Rc\n\nliteral 0\nHcmV?d00001\n',
    'larger than a row takes': `--- a/x.ts\n+++ b/x.ts\n@@ -1,0 +1,30000 @@\n${'+const line = "ünï";\n'.repeat(30_000)}`,
  };

  test.each(Object.entries(DIFFS))(`${shows('H2')}diffs %s come back byte for byte`, async (_, diff) => {
    const id = threadOf(await send(people, { artifacts: [{ fileDiff: { path: 'x.ts', diff } }] }));
    const [first] = (await messages(people.recipientAgent, id)).edges;
    const [artifact] = first?.node.artifacts ?? [];
    expect(artifact?.diff === diff).toBe(true);
    expect(artifact).toMatchObject({ path: 'x.ts', otherFiles: [], length: Buffer.byteLength(diff) });
  });

  test(`${shows('H2')}an emoji path, as git quotes it, is the file it names`, async () => {
    const diff = '--- "a/\\360\\237\\232\\200.ts"\n+++ "b/\\360\\237\\232\\200.ts"\n@@ -1 +1 @@\n-a\n+b\n';
    const id = threadOf(await send(people, { artifacts: [{ fileDiff: { path: '🚀.ts', diff } }] }));
    const [first] = (await messages(people.recipientAgent, id)).edges;
    expect(first?.node.artifacts).toMatchObject([{ path: '🚀.ts', diff, otherFiles: [] }]);
  });

  test(`${shows('H2')}a header that names another file is marked`, async () => {
    const diff = '--- a/x.ts\n+++ b/.npmrc\n@@ -1 +1 @@\n-a\n+b\n';
    const id = threadOf(await send(people, { artifacts: [{ fileDiff: { path: 'x.ts', diff } }] }));
    expect((await messages(people.recipientAgent, id)).edges[0]?.node.artifacts).toMatchObject([
      { otherFiles: ['.npmrc'] },
    ]);
  });

  test('of all six kinds come back as they were sent', async () => {
    const staged = ok(await people.senderAgent.stage()).transfer.id;
    const artifacts = [
      { fileRef: { path: 'openapi.yaml', gitSha: 'abc123', lines: { start: 1, end: 9 } } },
      { testCommand: { command: 'pytest tests/users/', cwd: 'server' } },
      { apiContract: { inline: '{"openapi":"3.1.0"}' } },
      { apiContract: { schemaUrl: 'https://example.test/schema.json' } },
      { link: { url: 'https://example.test/pull/42', title: 'PR #42' } },
      { sessionSnapshot: { transfer: staged } },
    ];
    const id = threadOf(await send(people, { artifacts }));
    const [first] = (await messages(people.recipientAgent, id)).edges;
    expect(first?.node.artifacts).toEqual([
      { __typename: 'FileRefArtifact', path: 'openapi.yaml', gitSha: 'abc123', lines: { start: 1, end: 9 } },
      { __typename: 'TestCommandArtifact', command: 'pytest tests/users/', cwd: 'server' },
      { __typename: 'ApiContractArtifact', inline: '{"openapi":"3.1.0"}', schemaUrl: null },
      { __typename: 'ApiContractArtifact', inline: null, schemaUrl: 'https://example.test/schema.json' },
      { __typename: 'LinkArtifact', url: 'https://example.test/pull/42', title: 'PR #42' },
      { __typename: 'SessionSnapshotArtifact', transferId: staged },
    ]);
    const theirs = ok(await people.recipientAgent.stage()).transfer.id;
    expect(await send(people, { artifacts: [{ sessionSnapshot: { transfer: theirs } }] })).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: 'artifacts', code: 'NOT_FOUND' }],
    });
  });
});

test(`${shows('T12')}who is no part of a thread finds it nowhere`, async () => {
  const id = await threadIn(people, 'accepted');
  const strangers = [await world.teammate('another@web'), (await world.neighbour()).admin];
  for (const stranger of strangers) {
    const views = await stranger.call(
      'query ($id: ID!) { handoff(id: $id) { id } node(id: $id) { id } inbox { edges { node { id } } } sent { edges { node { id } } } }',
      { id },
    );
    expect(views).toEqual({ handoff: null, node: null, inbox: { edges: [] }, sent: { edges: [] } });
  }
  expect(await people.recipient.call('query ($id: ID!) { node(id: $id) { id } }', { id })).toEqual({
    node: { id },
  });
});

test(`${shows('F6')}who reads a thread of others by scope is written down, and counts as no reader of it`, async () => {
  const id = await threadIn(people, 'pending');
  expect((await messages(world.admin, id)).edges).toHaveLength(1);
  expect(
    await world.judge.rows('SELECT action, outcome FROM audit WHERE actor = $1 AND subject = $2', [
      world.admin.id,
      id,
    ]),
  ).toEqual([{ action: 'handoffRead', outcome: 'done' }]);
  expect((await read(people.senderAgent, id))?.delivery.readAt).toBeNull();
});

test('ten thousand messages are read in pages, each message once', async () => {
  const id = await threadIn(people, 'accepted');
  // By the move itself, many in a statement: ten thousand calls of the API would show nothing more.
  await world.db.pool.query(
    `INSERT INTO handoff_message (organisation_id, handoff_id, sequence_no, id, author_id, side, body, digest, stored_at)
     SELECT organisation_id, id, n, 'msg_' || n, sent_by, 'sender', 'Message ' || n, repeat('0', 64), baton_now()
     FROM handoff, generate_series(2, 10000) AS n WHERE id = $1`,
    [id],
  );
  await world.db.pool.query(
    'UPDATE handoff SET message_count = 10000, last_from_sender = 10000, unread_by_recipient = true WHERE id = $1',
    [id],
  );
  let after: string | undefined;
  let next = 1;
  for (let page = await messages(people.recipientAgent, id, { first: 100 }); ; ) {
    for (const { node } of page.edges) expect(node.sequenceNo).toBe(next++);
    if (!page.pageInfo.hasNextPage) break;
    after = page.pageInfo.endCursor;
    page = await messages(people.recipientAgent, id, { first: 100, after });
  }
  expect(next).toBe(10_001);
}, 60_000);
