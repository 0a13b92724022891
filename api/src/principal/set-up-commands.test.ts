import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../../../test/requirements.js';
import {
  ADMIN,
  type Caller,
  createCaller,
  DEFAULT_ORGANISATION,
  holder,
  permissiveBut,
  person,
} from '../../../test/support/caller.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { newId } from '../ids.js';
import { createSignIns, type SignIns } from './sign-in.js';

let db: TestDatabase;
let call: Caller;
let signIns: SignIns;
beforeAll(async () => {
  db = await createTestDatabase();
  call = createCaller(db);
  signIns = createSignIns({ pool: db.pool, onUseNotNoted: () => undefined });
});
afterAll(async () => {
  await call.close();
  await db.drop();
});

const ISSUE = `mutation ($input: SetUpLinkIssueInput!) { answer: setUpLinkIssue(input: $input) {
  __typename ... on SetUpLinkIssueSuccess { secret expiresAt replayed person { id } }
  ... on Refusal { code } ... on InvalidInput { issues { path code } } ... on NotReady { missing } } }`;
const issue = async (viewer: Parameters<Caller>[0], input: Record<string, unknown>, by: Caller = call) => {
  const { data, errors } = await by(viewer, ISSUE, { input });
  return (data?.answer ?? { fault: errors[0]?.message }) as Record<string, unknown>;
};

async function insert(kind: 'person' | 'agent', organisationId = DEFAULT_ORGANISATION): Promise<string> {
  const id = newId('principal');
  await db.pool.query(
    'INSERT INTO principal (id, organisation_id, kind, name, role, owner_id) VALUES ($1, $2, $3, $4, $5, $6)',
    [
      id,
      organisationId,
      kind,
      id,
      kind === 'person' ? 'developer' : null,
      kind === 'agent' ? ADMIN.id : null,
    ],
  );
  return id;
}
const caller = { address: '192.0.2.1', requestId: 'r' };
const PASSWORD = 'a password of some length';
const signIn = (login: string, organisation = 'default') =>
  signIns.signIn({ login, password: PASSWORD, organisation, replaces: null }, caller);

describe('a set-up link', () => {
  test(`${shows('I6')}is told once, and a repeat of the call makes no other`, async () => {
    const personId = await insert('person');
    const input = { personId, idempotencyKey: 'first' };
    const first = await issue(ADMIN, input);
    expect(first).toMatchObject({ replayed: false, person: { id: personId } });
    const { expiresAt } = first;
    expect(await issue(ADMIN, input)).toMatchObject({ replayed: true, secret: null, expiresAt });
    expect(Date.parse(expiresAt as string) - (await db.now()).getTime()).toBeGreaterThan(14 * 60_000);
    expect(await signIns.setUp(first.secret as string, PASSWORD, caller)).toEqual({
      ok: true,
      login: personId,
    });
    expect((await signIn(personId)).session.person.id).toBe(personId);
    const { rows } = await db.pool.query(
      `SELECT actor, subject, outcome FROM audit WHERE action = 'setUpLinkIssue'`,
    );
    expect(rows).toEqual([{ actor: ADMIN.id, subject: personId, outcome: 'done' }]);
  });

  test('is for people of the organisation who are not disabled', async () => {
    const { rows } = await db.pool.query(
      `INSERT INTO organisation (id, slug) VALUES ($1, 'elsewhere') RETURNING id`,
      [newId('organisation')],
    );
    expect(await issue(ADMIN, { personId: await insert('person', rows[0].id) })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await issue(ADMIN, { personId: newId('principal') })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await issue(ADMIN, { personId: await insert('agent') })).toMatchObject({
      issues: [{ path: 'personId', code: 'KIND' }],
    });
    const gone = await insert('person');
    await db.pool.query('UPDATE principal SET disabled_at = baton_now() WHERE id = $1', [gone]);
    expect(await issue(ADMIN, { personId: gone })).toMatchObject({
      issues: [{ path: 'personId', code: 'DISABLED' }],
    });
  });

  test(`${shows('K4', 'K5')}is issued by administrators, and by no other scope or kind`, async () => {
    const personId = await insert('person');
    const scopes = createCaller(db, permissiveBut('holdsScope'));
    const fields = createCaller(db, permissiveBut('mayReach'));
    for (const viewer of [
      person(personId, 'operator'),
      person(personId, 'developer'),
      ...(['agent', 'orchestrator', 'integrator', 'runtime'] as const).map((kind) => holder(personId, kind)),
    ]) {
      expect(await issue(viewer, { personId }, scopes), viewer.kind).toEqual({
        fault: 'This credential lacks the scope principal:manage.',
      });
      if (viewer.kind !== 'person')
        expect(await issue(viewer, { personId }, fields)).toEqual({
          fault: `A credential of kind ${viewer.kind} has no part in setUpLinkIssue.`,
        });
    }
    await scopes.close();
    await fields.close();
  });

  test('wants a fresh confirmation of an administrator who signed in', async () => {
    const personId = await insert('person');
    const signInId = newId('signIn');
    await db.pool.query(
      `INSERT INTO sign_in (id, organisation_id, person_id, secret_hash, expires_at)
       VALUES ($1, $2, $3, sha256('x'), baton_now() + interval '1 hour')`,
      [signInId, ADMIN.organisationId, ADMIN.id],
    );
    const console = { ...ADMIN, signInId };
    const missing = { code: 'NOT_READY', missing: ['fresh_confirmation'] };
    expect(await issue(console, { personId })).toMatchObject(missing);
    const confirm = (ago: string) =>
      db.pool.query('UPDATE sign_in SET confirmed_at = baton_now() - $1::interval WHERE id = $2', [
        ago,
        signInId,
      ]);
    await confirm('5 minutes');
    expect(await issue(console, { personId })).toMatchObject(missing);
    await confirm('4 minutes');
    expect(await issue(console, { personId })).toMatchObject({ replayed: false });
  });
});

test('the administrator of a new organisation sets a password, and signs in to that organisation', async () => {
  const { data } = await call(
    ADMIN,
    `mutation { organisationCreate(input: { slug: "second", idempotencyKey: "k" }) {
       ... on OrganisationCreateSuccess { setUpSecret administrator { id } } } }`,
  );
  const made = data?.organisationCreate as unknown as
    | { setUpSecret: string; administrator: { id: string } }
    | undefined;
  await signIns.setUp(made?.setUpSecret ?? '', PASSWORD, caller);
  const { secret } = await signIn('admin', 'second');
  expect(await signIns.viewer(secret)).toMatchObject({
    id: made?.administrator.id,
    role: 'admin',
    keyId: null,
  });
  await expect(signIn('admin')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});
