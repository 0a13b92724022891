import { randomBytes, randomUUID } from 'node:crypto';
import { execute, GraphQLError, parse } from 'graphql';
import type { Context, MoveRunner, Services } from '../../api/src/context.js';
import { createReader } from '../../api/src/db/prisma.js';
import { isUnreachable } from '../../api/src/db/unreachable.js';
import { Fault } from '../../api/src/errors.js';
import { newId } from '../../api/src/ids.js';
import { type Layers, NO_MANIFESTS, realLayers } from '../../api/src/layers.js';
import { newApiKey } from '../../api/src/principal/api-key.js';
import { createAuthenticate } from '../../api/src/principal/authenticate.js';
import {
  DEFAULT_SCOPES,
  type Kind,
  ROLE_SCOPES,
  type Role,
  type Scope,
} from '../../api/src/principal/scopes.js';
import { sightOf, type Viewer } from '../../api/src/principal/viewer.js';
import { schema } from '../../api/src/schema/index.js';
import { DEFAULT_TIERS, type Settings } from '../../api/src/settings.js';
import type { TokenSecret } from '../../api/src/token-secret.js';
import { createMoveRunner } from '../../api/src/transfer/store.js';
import { Actor, type Answer, type Execute, type Mutate, ok } from './actor.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { type Door, openDoor } from './door.js';
import { Judge } from './judge.js';
import { NO_FEED } from './no-feed.js';
import { mutationDocument } from './operations.js';
import { Scene, type SceneOptions, type SceneState } from './scene.js';

export { Actor, type Answer, codeOf, ok } from './actor.js';
export { Scene, type SceneOptions, type SceneState } from './scene.js';

export interface WorldOptions {
  /** A database of one's own; a new one without it. */
  readonly db?: TestDatabase;
  /** In place of the real layers, or of some of them. */
  readonly layers?: Partial<Layers>;
  /** Stands before or behind each move. */
  readonly run?: (real: MoveRunner) => MoveRunner;
  readonly settings?: Settings;
}

/** Every layer lets everybody through; tests put a real one in the place of one of these. */
export const PERMISSIVE: Layers = {
  document: (_viewer, { text }) => text ?? null,
  holdsScope: () => true,
  mayReach: () => true,
};

/** Manifests without a document: in-process calls pass no door. */
const REAL: Layers = realLayers(NO_MANIFESTS);

/**
 * One organisation of its own over the real schema and a real database. Calls are executed in this process, past the
 * HTTP door; `door()` opens that too. Everything is made by the product's own moves, but principals and keys.
 */
export class World {
  readonly organisationId = newId('organisation');
  readonly judge: Judge;
  /** Made with the world: the person who owns its agents. */
  admin!: Actor;

  private constructor(
    readonly db: TestDatabase,
    readonly services: Services,
    readonly tokenSecrets: readonly TokenSecret[],
    private readonly endings: (() => Promise<unknown>)[],
  ) {
    this.judge = new Judge(db.pool);
  }

  static async open(options: WorldOptions): Promise<World> {
    const db = options.db ?? (await createTestDatabase());
    const tokenSecrets = [{ kid: 'test', secret: randomBytes(32) }];
    const reader = createReader(db.url, { max: 8 });
    const run = createMoveRunner(db.pool);
    const services: Services = {
      pool: db.pool,
      reader,
      run: options.run?.(run) ?? run,
      layers: { ...REAL, ...options.layers },
      settings: options.settings ?? { tiers: DEFAULT_TIERS, allowedHostSchemes: [] },
      feed: NO_FEED,
      refused: () => undefined,
      tokenKeys: { current: 'test', secrets: new Map(tokenSecrets.map(({ kid, secret }) => [kid, secret])) },
    };
    const endings = [() => reader.$disconnect(), ...(options.db ? [] : [() => db.drop()])];
    return new World(db, services, tokenSecrets, endings).settle();
  }

  /** Another organisation of the same database and server. */
  neighbour(): Promise<World> {
    return new World(this.db, this.services, this.tokenSecrets, this.endings).settle();
  }

  /** The same organisation and people, behind other layers, runner or settings. */
  with(change: Partial<Services>): World {
    const other = new World(this.db, { ...this.services, ...change }, this.tokenSecrets, this.endings);
    return Object.assign(other, { organisationId: this.organisationId, admin: other.as(this.admin) });
  }

  private async settle(): Promise<this> {
    await this.db.pool.query('INSERT INTO organisation (id, slug) VALUES ($1, $2)', [
      this.organisationId,
      `o-${randomUUID()}`,
    ]);
    this.admin = await this.person('admin');
    return this;
  }

  // ——— people and keys

  async person(role: Role): Promise<Actor> {
    const id = await this.insertPrincipal('person', { role });
    return new Actor(this.viewerOf('person', id, role, ROLE_SCOPES[role]), null, this.hands());
  }

  /** A developer who can be written to as `name@team`. */
  async teammate(handle: string): Promise<Actor> {
    const person = await this.person('developer');
    const [name, team] = handle.split('@');
    await this.db.pool.query(
      'INSERT INTO team (organisation_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [this.organisationId, team],
    );
    await this.db.pool.query(
      `INSERT INTO teammate (organisation_id, person_id, handle, name, team, display_name)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [this.organisationId, person.id, handle, name, team, `Person ${name}`],
    );
    return person;
  }

  /** The same person signed in, and confirmed so many seconds ago; null: never since. */
  async signedIn(person: Actor, confirmedSecondsAgo: number | null = 0): Promise<Actor> {
    const signInId = newId('signIn');
    await this.db.pool.query(
      `INSERT INTO sign_in (id, organisation_id, person_id, secret_hash, expires_at, confirmed_at)
       VALUES ($1, $2, $3, $4, baton_now() + interval '12 hours', baton_now() - $5 * interval '1 second')`,
      [signInId, this.organisationId, person.id, randomBytes(32), confirmedSecondsAgo],
    );
    return this.as(person, { signInId });
  }

  agent(owner: Actor = this.admin): Promise<Actor> {
    return this.keyHolder('agent', { ownerId: owner.id });
  }

  orchestrator(): Promise<Actor> {
    return this.keyHolder('orchestrator', {});
  }

  daemon(pool = 'local'): Promise<Actor> {
    return this.keyHolder('runtime', { pool });
  }

  integrator(scopes?: readonly Scope[]): Promise<Actor> {
    return this.keyHolder('integrator', scopes ? { scopes } : {});
  }

  /** Whoever this key authenticates now; throws when it authenticates nobody. */
  async bearer(key: string): Promise<Actor> {
    const viewer = await this.authenticate(key);
    if (viewer === null) throw new Error('This key authenticates nobody');
    return new Actor(viewer, key, this.hands());
  }

  authenticate(key: string): Promise<Viewer | null> {
    const onUseNotNoted = (error: unknown) => {
      throw error;
    };
    return createAuthenticate(this.db.pool, { adminKeyHash: null, onUseNotNoted })(key);
  }

  /** The same credential, calling this world's server. */
  as(actor: Actor, viewer: Partial<Viewer> = {}): Actor {
    return new Actor({ ...actor.viewer, ...viewer }, actor.key, this.hands());
  }

  async keyHolder(
    kind: Exclude<Kind, 'person'>,
    {
      ownerId,
      pool,
      scopes = DEFAULT_SCOPES[kind],
    }: { ownerId?: string; pool?: string; scopes?: readonly Scope[] },
  ): Promise<Actor> {
    const id = await this.insertPrincipal(kind, { ...(ownerId && { ownerId }), ...(pool && { pool }) });
    const { id: keyId, secret, prefix, hash } = newApiKey(kind);
    await this.db.pool.query(
      `INSERT INTO api_key (id, organisation_id, principal_id, kind, prefix, secret_hash, scopes)
       VALUES ($1, $2, $3, $4, $5, decode($6, 'hex'), $7)`,
      [keyId, this.organisationId, id, kind, prefix, hash, scopes],
    );
    const viewer = this.viewerOf(kind, id, null, scopes);
    return new Actor(
      { ...viewer, pool: pool ?? null, keyId, personId: ownerId ?? null },
      secret,
      this.hands(),
    );
  }

  private async insertPrincipal(
    kind: Kind,
    more: { role?: Role; ownerId?: string; pool?: string },
  ): Promise<string> {
    const id = newId('principal');
    await this.db.pool.query(
      'INSERT INTO principal (id, organisation_id, kind, role, name, owner_id, pool) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [id, this.organisationId, kind, more.role, `${kind} ${id}`, more.ownerId, more.pool],
    );
    return id;
  }

  private viewerOf(kind: Kind, id: string, role: Role | null, scopes: readonly Scope[]): Viewer {
    return {
      id,
      organisationId: this.organisationId,
      kind,
      role,
      name: `${kind} ${id}`,
      scopes: new Set(scopes),
      sees: sightOf(kind, role, false),
      pool: null,
      keyId: null,
      claimId: null,
      transferId: null,
      personId: kind === 'person' ? id : null,
      signInId: null,
    };
  }

  // ——— calls

  private hands(): { execute: Execute; mutate: Mutate } {
    return { execute: (...call) => this.execute(...call), mutate: (...call) => this.mutate(...call) };
  }

  private async execute(viewer: Viewer, document: string, variables: Record<string, unknown>) {
    const contextValue: Context = { ...this.services, viewer, requestId: `req-${randomUUID()}` };
    const result = await execute({
      schema,
      document: parsed(document),
      variableValues: variables,
      contextValue,
    });
    const error = result.errors?.[0];
    if (error !== undefined) throw originOf(error);
    return result.data as Record<string, unknown>;
  }

  private async mutate(viewer: Viewer, field: string, input: Record<string, unknown>): Promise<Answer> {
    try {
      const { answer } = await this.execute(viewer, mutationDocument(schema, field), { input });
      return answer as Answer;
    } catch (error) {
      // The door tells it so, past which these calls go.
      if (isUnreachable(error)) return { __typename: 'Fault', code: 'UNAVAILABLE', retryable: true };
      if (!(error instanceof Fault)) throw error;
      return { __typename: 'Fault', code: error.code, message: error.message, retryable: error.retryable };
    }
  }

  /** The whole server over HTTP on this database, with this world's token secrets. */
  door(options: Parameters<typeof openDoor>[2] = {}): Promise<Door> {
    return openDoor(this.db, undefined, { tokenSecrets: this.tokenSecrets, ...options });
  }

  // ——— states

  /** A transfer brought to `state` by real moves, with everybody who has a part in it. */
  to(state: SceneState, options: SceneOptions = {}): Promise<Scene> {
    return Scene.at(this, state, options);
  }

  /** Completes what the clock has made true, as the reaper does. */
  async reap(): Promise<void> {
    await this.db.pool.query('SELECT reap_transfers(1000)');
  }

  /** Lets go of what `createWorld` opened. */
  async close(): Promise<void> {
    for (const end of this.endings.splice(0)) await end();
  }
}

export function createWorld(options: WorldOptions = {}): Promise<World> {
  return World.open(options);
}

/** The token of a mint that must succeed. */
export function tokenOf(answer: Answer): string {
  const { token } = ok(answer);
  if (token == null) throw new Error('The mint answered no token');
  return token;
}

const documents = new Map<string, ReturnType<typeof parse>>();
function parsed(text: string): ReturnType<typeof parse> {
  const document = documents.get(text) ?? parse(text);
  documents.set(text, document);
  return document;
}

function originOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError != null ? originOf(error.originalError) : error;
}
