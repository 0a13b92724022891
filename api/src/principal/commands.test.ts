import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADMIN,
  type Caller,
  createCaller,
  DEFAULT_ORGANISATION,
  permissiveBut,
  person,
} from '../../../test/support/caller.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { createAuthenticate } from './authenticate.js';

let db: TestDatabase;
let call: Caller;

const OTHER = person('prn_other', 'admin', 'org_other');
const SECOND_ADMIN = person('prn_second', 'admin');

beforeAll(async () => {
  db = await createTestDatabase({ max: 8 });
  call = createCaller(db);
  await db.pool.query("INSERT INTO organisation (id, slug) VALUES ('org_other', 'other')");
  await db.pool.query(`INSERT INTO principal (id, organisation_id, kind, role, name) VALUES
    ('prn_other', 'org_other', 'person', 'admin', 'admin'),
    ('prn_dev', '${DEFAULT_ORGANISATION}', 'person', 'developer', 'dev'),
    ('prn_second', '${DEFAULT_ORGANISATION}', 'person', 'admin', 'second'),
    ('prn_gone', '${DEFAULT_ORGANISATION}', 'person', 'developer', 'gone')`);
  await db.pool.query("UPDATE principal SET disabled_at = baton_now() WHERE id = 'prn_gone'");
});
afterAll(async () => {
  await call.close();
  await db.drop();
});

const REFUSAL = '... on Refusal { code message replayed } ... on InvalidInput { issues { path code } }';
const PRINCIPAL = 'replayed principal { id kind name role pool owner { id name } disabledAt }';
const mutation = (field: string, type: string, success: string) =>
  `mutation ($input: ${type}Input!) { ${field}(input: $input) { __typename ... on ${type}Success { ${success} } ${REFUSAL} } }`;
const DOCUMENTS = {
  organisationCreate: mutation(
    'organisationCreate',
    'OrganisationCreate',
    'replayed organisation { id slug createdAt } administrator { id kind role name }',
  ),
  principalCreate: mutation('principalCreate', 'PrincipalCreate', PRINCIPAL),
  principalDisable: mutation('principalDisable', 'PrincipalDisable', PRINCIPAL),
};

interface Answered {
  __typename: string;
  replayed: boolean;
  principal: { id: string };
  organisation: { id: string };
  administrator: { id: string };
}
const run = async (
  field: keyof typeof DOCUMENTS,
  input: object,
  viewer = ADMIN,
  caller = call,
): Promise<Answered> => {
  const { data, errors } = await caller(viewer, DOCUMENTS[field], { input });
  expect(errors).toEqual([]);
  return data?.[field] as unknown as Answered;
};
const audit = async (subject: string) =>
  (
    await db.pool.query(
      'SELECT organisation_id, actor, action, outcome FROM audit WHERE subject = $1 ORDER BY id',
      [subject],
    )
  ).rows;
const invalid = (path: string, code: string) => ({ __typename: 'InvalidInput', issues: [{ path, code }] });

describe('an organisation', () => {
  test('is made with its administrator by that of the first one', async () => {
    const made = await run('organisationCreate', { slug: 'acme' });
    expect(made).toMatchObject({
      __typename: 'OrganisationCreateSuccess',
      replayed: false,
      organisation: { id: expect.stringMatching(/^org_/), slug: 'acme' },
      administrator: { kind: 'PERSON', role: 'ADMIN', name: 'admin' },
    });
    const { id } = made.organisation;
    expect(await audit(id)).toEqual([
      {
        organisation_id: DEFAULT_ORGANISATION,
        actor: ADMIN.id,
        action: 'organisationCreate',
        outcome: 'done',
      },
    ]);
    expect(await audit(made.administrator.id)).toEqual([
      { organisation_id: id, actor: ADMIN.id, action: 'principalCreate', outcome: 'done' },
    ]);
    const owner = person(made.administrator.id, 'admin', id);
    expect(await run('principalCreate', { kind: 'AGENT', name: 'first' }, owner)).toMatchObject({
      principal: { owner: { id: owner.id, name: 'admin' } },
    });
  });

  test('is made once per key', async () => {
    const input = { slug: 'once', idempotencyKey: 'once' };
    const first = await run('organisationCreate', input);
    expect(await run('organisationCreate', input)).toEqual({ ...first, replayed: true });
    expect(await run('organisationCreate', { ...input, slug: 'twice' })).toMatchObject({
      __typename: 'DuplicateIdempotencyKey',
    });
  });

  test('is made by one of many who ask for one slug', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, () => run('organisationCreate', { slug: 'wanted' })),
    );
    expect(all.filter(({ __typename }) => __typename === 'OrganisationCreateSuccess')).toHaveLength(1);
    expect(all.filter(({ __typename }) => __typename === 'InvalidInput')).toHaveLength(5);
  });

  test.each(['', 'Acme', '-a', 'a b', 'a'.repeat(64)])('is not called %j', async (slug) => {
    expect(await run('organisationCreate', { slug })).toMatchObject(invalid('slug', 'FORM'));
  });

  test('is not made by the administrator of another one, nor by who is none', async () => {
    const open = createCaller(db, permissiveBut());
    try {
      for (const viewer of [OTHER, person('prn_dev', 'developer')]) {
        const answer = await run('organisationCreate', { slug: 'theirs' }, viewer, open);
        expect(answer).toMatchObject({ __typename: 'WrongActor', code: 'WRONG_ACTOR' });
      }
    } finally {
      await open.close();
    }
    expect((await db.pool.query("SELECT 1 FROM organisation WHERE slug = 'theirs'")).rows).toEqual([]);
    const { rows } = await db.pool.query(
      "SELECT organisation_id, actor FROM audit WHERE code = 'WRONG_ACTOR' ORDER BY id",
    );
    expect(rows).toEqual([
      { organisation_id: 'org_other', actor: 'prn_other' },
      { organisation_id: DEFAULT_ORGANISATION, actor: 'prn_dev' },
    ]);
  });
});

describe('a principal', () => {
  test.each([
    [
      { kind: 'PERSON', role: 'OPERATOR' },
      { role: 'OPERATOR', owner: null, pool: null },
    ],
    [{ kind: 'AGENT' }, { role: null, owner: { id: ADMIN.id }, pool: null }],
    [{ kind: 'AGENT', ownerId: 'prn_dev' }, { owner: { id: 'prn_dev', name: 'dev' } }],
    [{ kind: 'ORCHESTRATOR' }, { role: null, owner: null, pool: null }],
    [
      { kind: 'RUNTIME', pool: 'local' },
      { role: null, owner: null, pool: 'local' },
    ],
    [{ kind: 'INTEGRATOR' }, { role: null, owner: null, pool: null }],
    [{ kind: 'INTEGRATOR', ownerId: 'prn_dev' }, { owner: { id: 'prn_dev', name: 'dev' } }],
  ])('is made: %j', async (input, principal) => {
    const name = JSON.stringify(input);
    const made = await run('principalCreate', { ...input, name });
    expect(made).toMatchObject({
      replayed: false,
      principal: { kind: input.kind, name, disabledAt: null, ...principal },
    });
    expect((await audit(made.principal.id)).map(({ action }) => action)).toEqual(['principalCreate']);
  });

  test('is made once per key', async () => {
    const input = { kind: 'PERSON', role: 'DEVELOPER', name: 'once', idempotencyKey: 'once' };
    const first = await run('principalCreate', input);
    expect(await run('principalCreate', input)).toEqual({ ...first, replayed: true });
    expect(await run('principalCreate', { ...input, role: 'ADMIN' })).toMatchObject({
      code: 'DUPLICATE_IDEMPOTENCY_KEY',
    });
  });

  test('shares its name with none of its kind', async () => {
    expect(await run('principalCreate', { kind: 'PERSON', role: 'ADMIN', name: 'dev' })).toMatchObject(
      invalid('name', 'TAKEN'),
    );
    expect(await run('principalCreate', { kind: 'AGENT', name: 'dev' })).toMatchObject({ replayed: false });
  });

  test.each([
    [{ kind: 'PERSON' }, 'role', 'REQUIRED'],
    [{ kind: 'AGENT', role: 'ADMIN' }, 'role', 'KIND'],
    [{ kind: 'ORCHESTRATOR', ownerId: 'prn_dev' }, 'ownerId', 'KIND'],
    [{ kind: 'INTEGRATOR', ownerId: 'prn_gone' }, 'ownerId', 'OWNER'],
    [{ kind: 'AGENT', pool: 'local' }, 'pool', 'KIND'],
    [{ kind: 'RUNTIME' }, 'pool', 'REQUIRED'],
    [{ kind: 'RUNTIME', pool: 'Local' }, 'pool', 'FORM'],
    [{ kind: 'AGENT', ownerId: 'prn_other' }, 'ownerId', 'OWNER'],
    [{ kind: 'AGENT', ownerId: 'prn_gone' }, 'ownerId', 'OWNER'],
    [{ kind: 'AGENT', ownerId: 'prn_made_up' }, 'ownerId', 'OWNER'],
  ])('is not made: %j', async (input, path, code) => {
    expect(await run('principalCreate', { ...input, name: 'refused' })).toMatchObject(invalid(path, code));
    expect((await db.pool.query("SELECT 1 FROM principal WHERE name = 'refused'")).rows).toEqual([]);
  });
});

describe('a principal that is disabled', () => {
  test('loses its keys at once; again says so and writes no second line', async () => {
    const issued = await call(
      ADMIN,
      `mutation { apiKeyIssue(input: {kind: AGENT, name: "to disable"}) {
      ... on ApiKeyIssueSuccess { secret apiKey { principal { id } } } } }`,
    );
    const { apiKeyIssue } = issued.data as unknown as { apiKeyIssue: { secret: string; apiKey: Answered } };
    const { secret, apiKey } = apiKeyIssue;
    const { id } = apiKey.principal;
    const authenticate = createAuthenticate(db.pool, {
      adminKeyHash: null,
      onUseNotNoted: (error) => {
        throw error;
      },
    });
    expect(await authenticate(secret)).toMatchObject({ id });
    const first = await run('principalDisable', { id });
    expect(first).toMatchObject({ replayed: false, principal: { id, disabledAt: expect.any(String) } });
    expect(await authenticate(secret)).toBeNull();
    expect(await run('principalDisable', { id })).toEqual({ ...first, replayed: true });
    expect((await audit(id)).map(({ action }) => action)).toEqual(['principalCreate', 'principalDisable']);
  });

  test('of another organisation answers as one that does not exist', async () => {
    const answers = [
      await run('principalDisable', { id: 'prn_dev' }, OTHER),
      await run('principalDisable', { id: 'prn_no' }, OTHER),
    ];
    expect(answers[0]).toMatchObject({ __typename: 'NotFound' });
    expect(answers[1]).toEqual(answers[0]);
    expect((await db.pool.query("SELECT disabled_at FROM principal WHERE id = 'prn_dev'")).rows).toEqual([
      { disabled_at: null },
    ]);
  });

  test('is neither the caller nor the built-in administrator', async () => {
    expect(await run('principalDisable', { id: SECOND_ADMIN.id }, SECOND_ADMIN)).toMatchObject(
      invalid('id', 'SELF'),
    );
    expect(await run('principalDisable', { id: ADMIN.id }, SECOND_ADMIN)).toMatchObject(
      invalid('id', 'BUILT_IN'),
    );
  });
});
