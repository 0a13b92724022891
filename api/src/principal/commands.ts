import type pg from 'pg';
import type { Context } from '../context.js';
import { type Refusal, refuse } from '../errors.js';
import type { Organisation, Principal } from '../gen/prisma/client.js';
import { runOnce } from '../idempotency/run-once.js';
import { newId } from '../ids.js';
import { InputIssues, invalid } from '../input.js';
import { admit } from './admit.js';
import {
  addOrganisation,
  addPrincipal,
  disablePrincipal,
  findPrincipal,
  type NewPrincipal,
  organisationOf,
  principalOf,
  slugOf,
} from './principal-store.js';
import type { Kind, Role } from './scopes.js';
import { addSetUpLink } from './set-up-store.js';
import { newSecret } from './sign-in-secret.js';
import { insertAudit } from './store.js';

interface Success {
  readonly ok: true;
  readonly replayed: boolean;
}
export type PrincipalSuccess = Success & { readonly principal: Principal };
export type OrganisationSuccess = Success & {
  readonly organisation: Organisation;
  readonly administrator: Principal;
  /** Of the administrator's set-up link; null on a replay. */
  readonly setUpSecret: string | null;
};

const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
const NAME_WORDS = 'is 1 to 63 lower-case letters, digits and hyphens, and does not begin with a hyphen';

export interface OrganisationCreateInput {
  readonly slug: string;
  readonly idempotencyKey?: string | null | undefined;
}

/** Makes an organisation and its administrator; for the administrator of the first organisation alone. */
export async function organisationCreate(
  context: Context,
  { slug, idempotencyKey }: OrganisationCreateInput,
): Promise<OrganisationSuccess | Refusal> {
  await admit(context, 'organisationCreate', 'principal:manage');
  const issues = new InputIssues();
  issues.key(idempotencyKey);
  issues.pattern('slug', slug, NAME, NAME_WORDS);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const call = { operation: 'organisationCreate', key: idempotencyKey, payload: { slug } };
  const result = await runOnce(context, call, async (db) => {
    const { viewer } = context;
    if (viewer.role !== 'admin' || (await slugOf(db, viewer.organisationId)) !== 'default') {
      return refuse('WRONG_ACTOR', 'Organisations are made by the administrator of the first one.');
    }
    const id = newId('organisation');
    const organisation = await addOrganisation(db, id, slug);
    if (organisation === null) return invalid('slug', 'TAKEN', 'is the slug of another organisation');
    const administrator = await addAdministrator(db, context, id);
    // Nobody of the new organisation is there to issue it.
    const { secret, hash } = newSecret('setup');
    await addSetUpLink(db, id, administrator.id as string, hash);
    return { ok: true, subject: id, answer: { organisation, administrator }, secret };
  });
  if (!result.ok) return result;
  const { organisation, administrator } = result.answer;
  return {
    ok: true,
    replayed: result.replayed,
    organisation: organisationOf(organisation),
    administrator: principalOf(administrator),
    setUpSecret: result.secret,
  };
}

/** Its log begins with who was made its administrator, and by whom. */
async function addAdministrator(db: pg.PoolClient, context: Context, organisationId: string) {
  const id = newId('principal');
  const person = { kind: 'person', name: 'admin', role: 'admin', ownerId: null, pool: null } as const;
  const added = await addPrincipal(db, { organisationId, id, ...person });
  if (added === null) throw new Error('A new organisation had an administrator already');
  await insertAudit(db, context, { action: 'principalCreate', subject: id, outcome: 'done' }, organisationId);
  return added;
}

/** What is told of a principal that may have to be made. */
export interface PrincipalInput {
  readonly kind: Kind;
  readonly name: string;
  readonly role?: Role | null | undefined;
  readonly ownerId?: string | null | undefined;
  readonly pool?: string | null | undefined;
}

/** Kinds that act for a person on threads: an agent always, an integrator when it names one. */
const ACT_FOR_PEOPLE: readonly Kind[] = ['agent', 'integrator'];

/** Judges what needs no look into the database. */
export function judgePrincipal(
  issues: InputIssues,
  { kind, name, role, ownerId, pool }: PrincipalInput,
): void {
  issues.text('name', name);
  if (kind === 'person' && role == null) issues.add('role', 'REQUIRED', 'is needed for a person');
  if (kind !== 'person' && role != null) issues.add('role', 'KIND', 'is for persons alone');
  if (!ACT_FOR_PEOPLE.includes(kind) && ownerId != null)
    issues.add('ownerId', 'KIND', 'is for agents and integrators alone');
  if (kind !== 'runtime' && pool != null) issues.add('pool', 'KIND', 'is for runtimes alone');
  if (pool != null) issues.pattern('pool', pool, NAME, NAME_WORDS);
  if (pool === 'manual') issues.add('pool', 'MANUAL', "is the orchestrator's own; no daemon serves it");
}

/** The row of a new principal, or why there can be none. */
export async function newPrincipal(
  db: pg.PoolClient,
  { viewer }: Context,
  { kind, name, role, ownerId, pool }: PrincipalInput,
): Promise<NewPrincipal | Refusal> {
  const { organisationId } = viewer;
  if (kind === 'runtime' && pool == null) return invalid('pool', 'REQUIRED', 'is needed for a runtime');
  const owner = ownerId ?? (kind === 'agent' ? viewer.id : null);
  if (owner !== null && !(await isPerson(db, organisationId, owner))) {
    return invalid('ownerId', 'OWNER', 'is a person of this organisation, not disabled');
  }
  return {
    organisationId,
    id: newId('principal'),
    kind,
    name,
    role: role ?? null,
    ownerId: owner,
    pool: pool ?? null,
  };
}

async function isPerson(db: pg.PoolClient, organisationId: string, id: string): Promise<boolean> {
  const found = await findPrincipal(db, organisationId, id);
  return found !== null && found.kind === 'person' && found.disabled_at === null;
}

export type PrincipalCreateInput = PrincipalInput & { readonly idempotencyKey?: string | null | undefined };

/** Makes a principal without a key. */
export async function principalCreate(
  context: Context,
  { idempotencyKey, ...input }: PrincipalCreateInput,
): Promise<PrincipalSuccess | Refusal> {
  await admit(context, 'principalCreate', 'principal:manage');
  const issues = new InputIssues();
  issues.key(idempotencyKey);
  judgePrincipal(issues, input);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const call = { operation: 'principalCreate', key: idempotencyKey, payload: input };
  const result = await runOnce(context, call, async (db) => {
    const wanted = await newPrincipal(db, context, input);
    if ('ok' in wanted) return wanted;
    const principal = await addPrincipal(db, wanted);
    if (principal === null) return invalid('name', 'TAKEN', 'is the name of another principal of this kind');
    return { ok: true, subject: wanted.id, answer: { principal } };
  });
  return result.ok
    ? { ok: true, replayed: result.replayed, principal: principalOf(result.answer.principal) }
    : result;
}

/** Whom BATON_ADMIN_KEY authenticates, as long as that is set. */
const BUILT_IN = 'prn_00000000000000000000000001';

export interface PrincipalDisableInput {
  readonly id: string;
  readonly idempotencyKey?: string | null | undefined;
}

/** Ends all keys of a principal at once, for good. What it did and owns stays. */
export async function principalDisable(
  context: Context,
  { id, idempotencyKey }: PrincipalDisableInput,
): Promise<PrincipalSuccess | Refusal> {
  await admit(context, 'principalDisable', 'principal:manage');
  const issues = new InputIssues();
  issues.key(idempotencyKey);
  issues.text('id', id);
  if (id === context.viewer.id) issues.add('id', 'SELF', 'is you: let another administrator do it');
  else if (id === BUILT_IN)
    issues.add('id', 'BUILT_IN', 'is the administrator of BATON_ADMIN_KEY: unset that instead');
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const call = { operation: 'principalDisable', key: idempotencyKey, payload: { id }, subject: id };
  const result = await runOnce(context, call, async (db) => {
    const { organisationId } = context.viewer;
    const disabled = await disablePrincipal(db, organisationId, id);
    const principal = disabled ?? (await findPrincipal(db, organisationId, id));
    if (principal === null) return refuse('NOT_FOUND', 'There is no such principal.');
    return { ok: true, subject: id, answer: { principal }, unchanged: disabled === null };
  });
  return result.ok
    ? { ok: true, replayed: result.replayed, principal: principalOf(result.answer.principal) }
    : result;
}
