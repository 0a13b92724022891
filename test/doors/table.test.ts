import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admissionOf, DOORS, type DoorName, mayAsk, takes } from '../../api/src/door-table.js';
import { newId } from '../../api/src/ids.js';
import { realLayers } from '../../api/src/layers.js';
import { CREDENTIALS, type Credential } from '../../api/src/lifecycle/root-fields.js';
import { schema } from '../../api/src/schema/index.js';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { wellFormedInputs } from '../support/inputs.js';
import { browserOf } from '../support/signed-in.js';
import { listen } from '../support/subscriber.js';
import { createWorld, PERMISSIVE, type Scene, type World } from '../support/world.js';

const real = realLayers({ agent: new Map(), daemon: new Map(), claim: new Map() });

let w: World;
let scene: Scene;
let keys: Record<Credential, string>;
/** Nothing but the table stands before a command here: any text is run, every scope is held. */
let door: Door;
beforeAll(async () => {
  w = await createWorld();
  scene = await w.to('active');
  door = await w.door({ layers: { ...PERMISSIVE, mayReach: real.mayReach } });
  keys = {
    person: door.adminKey,
    agent: scene.agent.key as string,
    orchestrator: scene.orchestrator.key as string,
    daemon: scene.daemon.key as string,
    claim: scene.claimant.key as string,
    integrator: (await w.integrator()).key as string,
  };
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

type Root = 'query' | 'mutation' | 'subscription';
const ROOTS: Record<Root, ReturnType<GraphQLSchema['getQueryType']>> = {
  query: schema.getQueryType(),
  mutation: schema.getMutationType(),
  subscription: schema.getSubscriptionType(),
};
const rootFields = Object.entries(ROOTS).flatMap(([root, type]) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({ root: root as Root, field, name: field.name })),
);

/** Asks for one root field, well-formed, about things that are not there. */
function bodyOf(root: Root, { name, args, type }: GraphQLField<unknown, unknown>) {
  const id = newId('transfer');
  const required = args.filter(isRequiredArgument).map((argument) => argument.name);
  const named = getNamedType(type);
  // A connection of which nothing but its name is asked reads nothing, and asks nobody.
  const paged = isObjectType(named) && 'edges' in named.getFields();
  const selection = isCompositeType(named) ? `{ ${paged ? 'edges { __typename }' : '__typename'} }` : '';
  const text = required
    .map((argument) => (argument === 'input' ? 'input: $input' : `${argument}: "${id}"`))
    .join(', ');
  const [input] = args.filter((argument) => argument.name === 'input');
  return {
    query: `${root} ${input ? `($input: ${String(input.type)})` : ''} { ${name}${text && `(${text})`} ${selection} }`,
    ...(input && { variables: { input: wellFormedInputs(id)[name] } }),
  };
}

const refusal = (name: string) => new RegExp(`^A credential of kind \\w+ has no part in ${name}\\.$`);

describe.each(CREDENTIALS)(`${shows('D1')}%s at /graphql`, (credential) => {
  const listed = (name: string) => mayAsk('graphql', credential, name);

  test('is refused every root field that the table does not list, and no other', async () => {
    for (const { root, field, name } of rootFields.filter((one) => one.root !== 'subscription')) {
      const response = await door.post(bodyOf(root, field), { key: keys[credential] });
      const { errors = [] } = (await response.json()) as {
        errors?: { message: string; extensions: object }[];
      };
      const refused = errors.some(({ message }) => refusal(name).test(message));
      expect(refused, `${name}: ${JSON.stringify(errors)}`).toBe(!listed(name));
      if (refused) expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    }
  });

  test('begins no stream that the table does not list', async () => {
    for (const { field, name } of rootFields.filter(
      (one) => one.root === 'subscription' && !listed(one.name),
    )) {
      const stream = await listen(door.url, keys[credential], { query: bodyOf('subscription', field).query });
      expect(await stream.closed, name).toBe(0);
      expect(stream.refusals, name).toEqual(['FORBIDDEN']);
    }
  });
});

describe(`${shows('D1')}the table`, () => {
  test('knows every root field, and lists none that is not there', () => {
    const names = new Set(rootFields.map(({ name }) => name));
    const commands = CREDENTIALS.flatMap((one) => admissionOf('graphql', one)?.commands ?? []);
    expect([...new Set(commands)].sort()).toEqual([...names].sort());
  });

  test('says how each kind names its documents', () => {
    const documents = CREDENTIALS.map((one) => [one, admissionOf('graphql', one)?.documents]);
    expect(Object.fromEntries(documents)).toEqual({
      person: 'text',
      orchestrator: 'text',
      integrator: 'text',
      agent: 'manifest',
      daemon: 'manifest',
      claim: 'manifest',
    });
  });

  test('gives nobody bound to a manifest what steers, administers or follows', () => {
    const kept = [
      'transferTokenMint',
      'budgetTopUp',
      'transferTerminate',
      'transferAcceptSecrets',
      'apiKeyIssue',
    ];
    for (const credential of ['agent', 'daemon', 'claim'] as const) {
      for (const command of [
        ...kept,
        'transferFork',
        'transferReplaceRuntime',
        'principalCreate',
        'auditLog',
        'events',
      ])
        expect(mayAsk('graphql', credential, command), `${credential} ${command}`).toBe(false);
    }
  });

  const ADDRESSES: Record<DoorName, () => string> = {
    graphql: () => '/graphql',
    parts: () => `/snapshots/${scene.id}/parts/messages.json`,
    a2a: () => '/a2a',
    healthz: () => '/healthz',
    metrics: () => '/metrics',
    readyz: () => '/readyz',
    signIn: () => '/auth/sign-in',
    setUp: () => '/auth/set-up',
    session: () => '/auth/session',
    confirm: () => '/auth/confirm',
    signOut: () => '/auth/sign-out',
    signOutEverywhere: () => '/auth/sign-out-everywhere',
  };
  const DOOR_NAMES = Object.keys(DOORS) as DoorName[];
  test.each(DOOR_NAMES)('%s takes its methods alone, with or without credential', async (name) => {
    const url = `${door.url}${ADDRESSES[name]()}`;
    // A proxy's word: from this machine itself `/metrics` asks for no credential.
    const stranger = { 'x-forwarded-for': '192.0.2.1' };
    const headers = {
      ...stranger,
      ...(takes(name, 'key')
        ? { authorization: `Bearer ${keys.person}` }
        : (await browserOf(w.db, w.admin)).headers),
    };
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status } = await fetch(url, { method, headers });
      const listed = (DOORS[name].methods as readonly string[]).includes(method);
      expect(status === 405, `${method} ${status}`).toBe(!listed);
      if (DOORS[name].admits !== null)
        expect((await fetch(url, { method, headers: stranger })).status, method).toBe(401);
      // A post without a body is no JSON.
      else if (listed) expect((await fetch(url, { method })).status).toBe(method === 'POST' ? 415 : 200);
    }
  });

  test('says where a session counts beside a key, and where alone', () => {
    const by = (what: 'key' | 'session') => DOOR_NAMES.filter((name) => takes(name, what));
    expect(by('key')).toEqual(['graphql', 'parts', 'a2a', 'metrics']);
    expect(by('session')).toEqual(['graphql', 'parts', 'session', 'confirm', 'signOut', 'signOutEverywhere']);
  });

  test.each(DOOR_NAMES.filter((name) => DOORS[name].admits !== null))(
    '%s counts what it does not list as nothing',
    async (name) => {
      const [method = 'GET'] = DOORS[name].methods;
      const { headers } = await browserOf(w.db, w.admin);
      const stranger = { 'x-forwarded-for': '192.0.2.1' };
      const status = async (more: Record<string, string>) =>
        (await fetch(`${door.url}${ADDRESSES[name]()}`, { method, headers: { ...stranger, ...more } }))
          .status;
      expect((await status(headers)) === 401, 'session').toBe(!takes(name, 'session'));
      expect((await status({ authorization: `Bearer ${keys.person}` })) === 401, 'key').toBe(
        !takes(name, 'key'),
      );
    },
  );

  test.each(CREDENTIALS)('parts, held every scope: %s', async (credential) => {
    const { status } = await door.get(ADDRESSES.parts(), keys[credential]);
    const refused = ['agent', 'daemon'].includes(credential);
    // The administrator is of another organisation: let through the door, and shown nothing.
    expect(status).toBe(refused ? 403 : credential === 'person' ? 404 : 200);
    const { rows } = await w.db.pool.query(
      `SELECT code FROM audit WHERE action = 'partRead' AND outcome = 'refused' AND actor = $1`,
      [credential === 'agent' ? scene.agent.id : scene.daemon.id],
    );
    if (refused) expect(rows).toEqual([{ code: 'FORBIDDEN' }]);
  });
});
