import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../api/src/ids.js';
import { type Layers, realLayers } from '../../api/src/layers.js';
import { loadManifests } from '../../api/src/manifests.js';
import { newApiKey } from '../../api/src/principal/api-key.js';
import { schema } from '../../api/src/schema/index.js';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { wellFormedInputs } from '../support/inputs.js';
import { mutationDocument } from '../support/operations.js';
import { type Actor, codeOf, createWorld, PERMISSIVE, type Scene, type World } from '../support/world.js';

const ADMINISTRATION = [
  'apiKeyIssue',
  'apiKeyRevoke',
  'organisationCreate',
  'principalCreate',
  'principalDisable',
  'teammateAdd',
];
const ORCHESTRATION = [
  'budgetTopUp',
  'transferAcceptSecrets',
  'transferReplaceRuntime',
  'transferTerminate',
  'transferTokenMint',
];
const RUNNING = [
  'budgetHold',
  'budgetSettle',
  'transferRenewLease',
  'transferReportTeardown',
  'transferReportUsage',
  'transferVerifyDestination',
];
const THREADS = [
  'handoffAccept',
  'handoffCancel',
  'handoffComplete',
  'handoffMessageSend',
  'proposalDecide',
  'proposalRevise',
];
const MOVING = ['transferActivate', 'transferProvision', 'transferPush'];

/** What each kind of credential must never reach, by hand; `byScopes: false`: another rule than a scope stops it. */
const FORBIDDEN: Record<'agent' | 'claimant' | 'daemon', readonly string[]> = {
  agent: [...ADMINISTRATION, ...ORCHESTRATION, ...RUNNING, 'transferClaim', 'proposalDecide'],
  claimant: [...ADMINISTRATION, ...ORCHESTRATION, ...MOVING, ...THREADS, 'transferClaim'],
  daemon: [
    ...ADMINISTRATION,
    ...ORCHESTRATION,
    ...MOVING,
    ...RUNNING,
    ...THREADS,
    'transferStage',
    'transferFork',
  ],
};
/** The manifest of each. */
const BOUND_TO = { agent: 'agent', claimant: 'claim', daemon: 'daemon' } as const;

const real = realLayers(
  loadManifests(fileURLToPath(new URL('../../api/manifests', import.meta.url)), schema),
);
const LAYERS: Record<string, Layers> = {
  scopes: { ...PERMISSIVE, holdsScope: real.holdsScope },
  'root fields': { ...PERMISSIVE, mayReach: real.mayReach },
};

let w: World;
let scene: Scene;
let raw: Record<keyof typeof FORBIDDEN, Actor>;
let manifestOnly: Door;
beforeAll(async () => {
  w = await createWorld();
  scene = await w.to('active');
  raw = { agent: scene.agent, claimant: scene.claimant, daemon: scene.daemon };
  manifestOnly = await w.door({ layers: { ...PERMISSIVE, document: real.document } });
});
afterAll(async () => {
  await manifestOnly?.close();
  await w.close();
});

const behind = (layers: Layers, actor: Actor): Actor => w.with({ layers }).as(actor);

test('every mutation has an input here', () => {
  expect(Object.keys(wellFormedInputs(''))).toEqual(
    Object.keys(schema.getMutationType()?.getFields() ?? {}).sort(),
  );
});

describe.each(Object.keys(FORBIDDEN) as (keyof typeof FORBIDDEN)[])(`${shows('K4', 'K5')}%s`, (kind) => {
  test.each(FORBIDDEN[kind])('%s is refused by each layer alone', async (field) => {
    const input = wellFormedInputs(scene.id)[field] as Record<string, unknown>;
    const before = await w.judge.transfer(scene.id);
    for (const [layer, layers] of Object.entries(LAYERS)) {
      expect(codeOf(await behind(layers, raw[kind]).mutate(field, input)), layer).toBe('FORBIDDEN');
    }
    const text = mutationDocument(schema, field);
    const id = createHash('sha256').update(text).digest('hex');
    for (const body of [
      { query: text, variables: { input } },
      { documentId: id, variables: { input } },
    ]) {
      const response = await manifestOnly.post(body, { key: raw[kind].key });
      expect(response.status, 'manifest').toBe(403);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    }
    expect(await w.judge.transfer(scene.id)).toEqual(before);
  });

  test('with every layer permissive the same calls get further: the stand-ins stop nobody', async () => {
    for (const field of FORBIDDEN[kind].filter((name) => !ADMINISTRATION.includes(name))) {
      const answer = await behind(PERMISSIVE, raw[kind]).mutate(
        field,
        wellFormedInputs(newId('transfer'))[field] ?? {},
      );
      // A runtime that names no session is told so by the input itself.
      expect(codeOf(answer), field).toBe(field === 'transferStage' ? 'INVALID_INPUT' : 'NOT_FOUND');
    }
  });

  test('no field of the manifest is on its list of the forbidden', () => {
    const texts = [
      ...loadManifests(fileURLToPath(new URL('../../api/manifests', import.meta.url)), schema)[
        BOUND_TO[kind]
      ].values(),
    ];
    expect(texts.length).toBeGreaterThan(0);
    for (const field of FORBIDDEN[kind])
      expect(texts.filter((text) => new RegExp(`\\b${field}\\b`).test(text))).toEqual([]);
  });
});

describe(`${shows('K3', 'K4')}a daemon and the credential it claimed`, () => {
  test('neither forks, by whatever layer', async () => {
    for (const layers of [...Object.values(LAYERS), PERMISSIVE]) {
      for (const actor of [raw.claimant, raw.daemon]) {
        expect(codeOf(await behind(layers, actor).fork(scene.id))).not.toBe('OK');
      }
    }
  });
});

test(`${shows('K5')}an agent's key that somehow held every scope still mints, ends and tops up nothing`, async () => {
  const scopes = (await w.orchestrator()).viewer.scopes;
  const swollen = w.with({ layers: LAYERS['root fields'] as Layers }).as(raw.agent, { scopes });
  for (const field of ORCHESTRATION)
    expect(codeOf(await swollen.mutate(field, wellFormedInputs(scene.id)[field] ?? {}))).toBe('FORBIDDEN');
});

describe(`${shows('K4')}no row gives an agent or a runtime more than its scopes, whoever writes it`, () => {
  const AGENT = ['transfer:read', 'transfer:stage', 'transfer:move', 'handoff:use'];
  const CLAIM = ['transfer:read', 'transfer:content', 'transfer:stage', 'usage:report'];
  const SCOPES = [
    ...[
      'transfer:read',
      'transfer:content',
      'transfer:stage',
      'transfer:move',
      'transfer:terminate',
      'token:mint',
    ],
    ...['budget:topup', 'secret:accept', 'runtime:manage', 'runtime:claim', 'usage:report', 'handoff:use'],
    ...[
      'handoff:read-all',
      'proposal:decide',
      'event:read',
      'alert:manage',
      'principal:manage',
      'audit:read',
    ],
  ];
  const insert = (kind: 'agent' | 'runtime', actor: Actor, scope: string, transfer: string | null) => {
    const { id, prefix, hash } = newApiKey(kind);
    return w.db.pool.query(
      `INSERT INTO api_key (id, organisation_id, principal_id, kind, prefix, secret_hash, scopes, transfer_id)
       VALUES ($1, $2, $3, $4, $5, decode($6, 'hex'), ARRAY[$7], $8)`,
      [id, w.organisationId, actor.id, kind, prefix, hash, scope, transfer],
    );
  };
  const outside = (allowed: readonly string[]) => SCOPES.filter((scope) => !allowed.includes(scope));

  test.each(outside(AGENT))('agent: %s', (scope) =>
    expect(insert('agent', raw.agent, scope, null)).rejects.toMatchObject({
      constraint: 'api_key_agent_scopes',
    }),
  );
  test.each(outside(['runtime:claim']))('daemon: %s', (scope) =>
    expect(insert('runtime', raw.daemon, scope, null)).rejects.toMatchObject({
      constraint: 'api_key_daemon_scopes',
    }),
  );
  test.each(outside(CLAIM))('claim credential: %s', (scope) =>
    expect(insert('runtime', raw.daemon, scope, scene.id)).rejects.toMatchObject({
      constraint: 'api_key_claim_scopes',
    }),
  );

  test('nor does an update', () =>
    expect(
      w.db.pool.query("UPDATE api_key SET scopes = scopes || '{token:mint}' WHERE principal_id = $1", [
        raw.agent.id,
      ]),
    ).rejects.toMatchObject({ constraint: 'api_key_agent_scopes' }));

  test('nor another word for its kind', () =>
    expect(
      w.db.pool.query("UPDATE api_key SET kind = 'orchestrator' WHERE principal_id = $1", [raw.agent.id]),
    ).rejects.toMatchObject({ constraint: 'api_key_principal_fkey' }));
});
