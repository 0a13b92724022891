import { type GraphQLFormattedError, graphql } from 'graphql';
import type { Context, Services } from '../../api/src/context.js';
import { createReader } from '../../api/src/db/prisma.js';
import { type Layers, NO_MANIFESTS, realLayers } from '../../api/src/layers.js';
import {
  DEFAULT_SCOPES,
  type Kind,
  ROLE_SCOPES,
  type Role,
  type Scope,
} from '../../api/src/principal/scopes.js';
import { sightOf, type Viewer } from '../../api/src/principal/viewer.js';
import { schema } from '../../api/src/schema/index.js';
import { DEFAULT_TIERS } from '../../api/src/settings.js';
import { createMoveRunner } from '../../api/src/transfer/store.js';
import type { TestDatabase } from './database.js';
import { NO_FEED } from './no-feed.js';

export const DEFAULT_ORGANISATION = 'org_00000000000000000000000001';

/** Whom BATON_ADMIN_KEY authenticates. */
export const ADMIN: Viewer = person('prn_00000000000000000000000001', 'admin');

/** A person signed in; its row must stand in the database before it writes. */
export function person(id: string, role: Role, organisationId = DEFAULT_ORGANISATION): Viewer {
  return {
    ...anyone(id, 'person', ROLE_SCOPES[role], organisationId),
    role,
    sees: sightOf('person', role, false),
  };
}

/** The holder of a key of this kind with its usual scopes. */
export function holder(
  id: string,
  kind: Exclude<Kind, 'person'>,
  organisationId = DEFAULT_ORGANISATION,
): Viewer {
  return {
    ...anyone(id, kind, DEFAULT_SCOPES[kind], organisationId),
    pool: kind === 'runtime' ? 'local' : null,
  };
}

function anyone(id: string, kind: Kind, scopes: readonly Scope[], organisationId: string): Viewer {
  return {
    id,
    organisationId,
    kind,
    role: null,
    name: id,
    scopes: new Set(scopes),
    sees: sightOf(kind, null, false),
    pool: null,
    keyId: null,
    claimId: null,
    transferId: null,
    personId: kind === 'person' ? id : null,
    signInId: null,
  };
}

export interface Answer {
  readonly data: Record<string, never> | null | undefined;
  readonly errors: readonly GraphQLFormattedError[];
}

export interface Caller {
  /** Runs a document in this process, without a door: what the field answered, or the top-level errors. */
  (viewer: Viewer, document: string, variables?: Record<string, unknown>): Promise<Answer>;
  readonly services: Services;
  close(): Promise<void>;
}

/** Calls the API on a test's database. `layers`: those of the product unless given. */
export function createCaller(db: TestDatabase, layers: Layers = realLayers(NO_MANIFESTS)): Caller {
  const services: Services = {
    pool: db.pool,
    reader: createReader(db.url, { max: 4 }),
    run: createMoveRunner(db.pool),
    layers,
    feed: NO_FEED,
    refused: () => undefined,
    settings: { tiers: DEFAULT_TIERS, allowedHostSchemes: [] },
    tokenKeys: { current: 'test', secrets: new Map([['test', new Uint8Array(32)]]) },
  };
  const call = async (
    viewer: Viewer,
    source: string,
    variableValues: Record<string, unknown> = {},
  ): Promise<Answer> => {
    const contextValue: Context = { ...services, viewer, requestId: 'request-of-a-test' };
    const { data, errors = [] } = await graphql({ schema, source, variableValues, contextValue });
    // As it travels: scalars are text, and objects have their usual prototype.
    return JSON.parse(JSON.stringify({ data, errors })) as Answer;
  };
  return Object.assign(call, { services, close: () => services.reader.$disconnect() });
}

/** All layers but the named ones let everything through. */
export function permissiveBut(...real: (keyof Layers)[]): Layers {
  const layers = realLayers(NO_MANIFESTS);
  const open: Layers = {
    document: (_, { text }) => text ?? null,
    holdsScope: () => true,
    mayReach: () => true,
  };
  return { ...open, ...Object.fromEntries(real.map((name) => [name, layers[name]])) };
}
