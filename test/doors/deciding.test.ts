import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../api/src/schema/index.js';
import { shows } from '../requirements.js';
import { ADMIN, DEFAULT_ORGANISATION } from '../support/caller.js';
import type { Door } from '../support/door.js';
import { mutationDocument } from '../support/operations.js';
import { type Account, accountOf, askAuth, browserOf, cookieOf, signIn } from '../support/signed-in.js';
import { proposing, type Sides, sides, threadIn } from '../support/thread.js';
import { type Actor, createWorld, PERMISSIVE, type World } from '../support/world.js';

/** The organisation of the built-in administrator, whose key is the one that a person may hold. */
let w: World;
let elsewhere: World;
let door: Door;
/** Nothing but the move stands between a credential and a decision. */
let open: Door;
let people: Sides;
beforeAll(async () => {
  elsewhere = await createWorld();
  w = Object.assign(elsewhere.with({}), { organisationId: DEFAULT_ORGANISATION });
  w.admin = w.as(w.admin, ADMIN);
  door = await w.door();
  open = await w.door({ layers: PERMISSIVE });
  people = await sides(w);
});
afterAll(async () => {
  await door?.close();
  await open?.close();
  await elsewhere.close();
});

const DECIDE = mutationDocument(schema, 'proposalDecide');
const digestOf = async (id: string): Promise<string> =>
  (await w.judge.one<{ digest: string }>('SELECT proposal_digest AS digest FROM handoff WHERE id = $1', [id]))
    .digest;
const stateOf = async (id: string): Promise<string> =>
  (await w.judge.one<{ state: string }>('SELECT proposal_state AS state FROM handoff WHERE id = $1', [id]))
    .state;

type Credential = { readonly key: string } | { readonly session: string };
const bySession = (session: string): Credential => ({ session });
const byKey = ({ key }: Actor): Credential => ({ key: key as string });

/** Asks to approve what the thread proposes: OK, or the code of the refusal or fault. */
async function decide(at: Door, credential: Credential, id: string, digest?: string): Promise<string> {
  const input = { id, digest: digest ?? (await digestOf(id)), decision: 'APPROVED' };
  const answer = await at.post(
    { query: DECIDE, variables: { input } },
    'key' in credential
      ? { key: credential.key }
      : { key: null, headers: { cookie: cookieOf(credential.session), 'sec-fetch-site': 'same-origin' } },
  );
  const { data, errors } = (await answer.json()) as {
    data?: { answer: { code?: string; missing?: string[] } };
    errors?: { extensions: { code: string } }[];
  };
  const { code = 'OK', missing } = data?.answer ?? {};
  return errors?.[0]?.extensions.code ?? [code, ...(missing ?? [])].join(' ');
}

const confirmed = async (person: Actor, secondsAgo: number | null = 0): Promise<Credential> =>
  bySession((await browserOf(w.db, person, secondsAgo)).secret);

describe(`${shows('H3')}a proposal is decided`, () => {
  /** Who asks, and what they are told by the product and by the move alone. */
  const CASES: Record<string, { who: () => Promise<Credential>; told: string; move: string }> = {
    'by the recipient, confirmed just now': {
      who: () => confirmed(people.recipient),
      told: 'OK',
      move: 'OK',
    },
    'by the recipient, confirmed a moment less than five minutes ago': {
      who: () => confirmed(people.recipient, 290),
      told: 'OK',
      move: 'OK',
    },
    'not by the recipient, confirmed five minutes ago': {
      who: () => confirmed(people.recipient, 300),
      told: 'NOT_READY fresh_confirmation',
      move: 'NOT_READY fresh_confirmation',
    },
    'not by the recipient, who only signed in': {
      who: () => confirmed(people.recipient, null),
      told: 'NOT_READY fresh_confirmation',
      move: 'NOT_READY fresh_confirmation',
    },
    'not by the sender, confirmed': {
      who: () => confirmed(people.sender),
      told: 'WRONG_ACTOR',
      move: 'WRONG_ACTOR',
    },
    'not by a third person, confirmed': {
      who: async () => confirmed(await w.person('developer')),
      told: 'NOT_FOUND',
      move: 'NOT_FOUND',
    },
    'not by an administrator who is no party, confirmed': {
      who: async () => confirmed(await w.person('admin')),
      told: 'WRONG_ACTOR',
      move: 'WRONG_ACTOR',
    },
    'not by somebody of another organisation, confirmed': {
      who: () => confirmed(elsewhere.admin),
      told: 'NOT_FOUND',
      move: 'NOT_FOUND',
    },
    "not by the recipient's agent": {
      who: async () => byKey(people.recipientAgent),
      told: 'FORBIDDEN',
      move: 'WRONG_ACTOR',
    },
    "not by the sender's agent": {
      who: async () => byKey(people.senderAgent),
      told: 'FORBIDDEN',
      move: 'WRONG_ACTOR',
    },
    'not by an orchestrator': {
      who: async () => byKey(await w.orchestrator()),
      told: 'FORBIDDEN',
      move: 'NOT_FOUND',
    },
    'not by an integrator that reads all': {
      who: async () => byKey(await w.integrator(['transfer:read', 'handoff:read-all'])),
      told: 'FORBIDDEN',
      move: 'WRONG_ACTOR',
    },
    "not by the administrator's key": {
      who: async () => ({ key: door.adminKey }),
      told: 'WRONG_ACTOR',
      move: 'WRONG_ACTOR',
    },
  };

  test.each(Object.entries(CASES))('%s', async (_, { who, told, move }) => {
    for (const [at, expected] of [
      [door, told],
      [open, move],
    ] as const) {
      const id = await threadIn(people, 'accepted', proposing);
      const credential = await who();
      const asked =
        'key' in credential && credential.key === door.adminKey ? { key: at.adminKey } : credential;
      expect(await decide(at, asked, id)).toBe(expected);
      expect(await stateOf(id)).toBe(expected === 'OK' ? 'approved' : 'open');
    }
  });

  test("not by the administrator's key, even when the administrator is who was asked", async () => {
    const { handle } = people;
    await w.db.pool.query('UPDATE teammate SET person_id = $1 WHERE handle = $2', [ADMIN.id, handle]);
    const id = await threadIn(people, 'pending', proposing);
    await w.db.pool.query('UPDATE teammate SET person_id = $1 WHERE handle = $2', [
      people.recipient.id,
      handle,
    ]);
    for (const at of [door, open]) {
      expect(await decide(at, { key: at.adminKey }, id)).toBe('WRONG_ACTOR');
      expect(await stateOf(id)).toBe('open');
    }
    expect(await decide(door, await confirmed(w.admin), id)).toBe('OK');
  });
});

describe(`${shows('H3')}a person decides as they do it`, () => {
  let account: Account;
  let session: string;
  beforeAll(async () => {
    account = await accountOf(w, door.url, people.recipient);
    session = await signIn(door.url, account);
  });
  const confirm = (password: string) => askAuth(door.url, 'confirm', { password }, { session });

  test('signed in, confirmed, within five minutes of it, as often as they like', async () => {
    const first = await threadIn(people, 'accepted', proposing);
    const second = await threadIn(people, 'accepted', proposing);
    const third = await threadIn(people, 'accepted', proposing);
    expect(await decide(door, bySession(session), first)).toBe('NOT_READY fresh_confirmation');
    expect((await confirm(`${account.password}.`)).status).toBe(403);
    expect(await decide(door, bySession(session), first)).toBe('NOT_READY fresh_confirmation');
    expect((await confirm(account.password)).status).toBe(200);
    expect(await decide(door, bySession(session), first)).toBe('OK');
    await w.db.advanceClock(5 * 60_000 - 5_000);
    expect(await decide(door, bySession(session), second)).toBe('OK');
    await w.db.advanceClock(5_000);
    expect(await decide(door, bySession(session), third)).toBe('NOT_READY fresh_confirmation');
    expect((await confirm(account.password)).status).toBe(200);
    expect(await decide(door, bySession(session), third, 'f'.repeat(64))).toBe('STATE_CHANGED');
    expect(await decide(door, bySession(session), third)).toBe('OK');
    const done = await people.recipientAgent.mutate('handoffComplete', {
      id: third,
      outcome: 'DONE',
      resultSummary: 'As approved.',
    });
    expect(done).toMatchObject({ handoff: { status: 'COMPLETED', outcome: 'DONE' } });
  });

  test("not with another session's confirmation", async () => {
    const id = await threadIn(people, 'accepted', proposing);
    const other = await signIn(door.url, account);
    expect((await confirm(account.password)).status).toBe(200);
    expect(await decide(door, bySession(other), id)).toBe('NOT_READY fresh_confirmation');
    expect(await decide(door, bySession(session), id)).toBe('OK');
  });

  const ENDS: Record<string, [string, (person: Actor) => unknown[]]> = {
    'signs out everywhere': ['SELECT end_sign_ins($1, $2)', ({ id }) => [DEFAULT_ORGANISATION, id]],
    'is disabled': ['UPDATE principal SET disabled_at = baton_now() WHERE id = $1', ({ id }) => [id]],
  };
  test.each(Object.entries(ENDS))(
    'not when the person %s while the decision waits',
    async (_, [sql, values]) => {
      const them = await sides(w);
      const id = await threadIn(them, 'accepted', proposing);
      const credential = await confirmed(them.recipient);
      const ending = await w.db.pool.connect();
      await ending.query('BEGIN');
      await ending.query(sql, values(them.recipient));
      const answer = decide(door, credential, id);
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await w.db.pool.query(waiting)).rowCount).toBe(1);
      await ending.query('COMMIT');
      ending.release();
      expect(await answer).toBe('NOT_READY fresh_confirmation');
      expect(await stateOf(id)).toBe('open');
    },
  );
});
