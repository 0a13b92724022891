import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { Fault, type Refusal } from '../errors.js';
import { newId } from '../ids.js';
import { invalid } from '../input.js';
import { takeAttempt } from './attempt-store.js';
import { createPasswords, type Passwords, passwordFault } from './password.js';
import { ROLE_SCOPES } from './scopes.js';
import {
  beginSession,
  confirmSession,
  endSessions,
  findPersonById,
  findPersonByLogin,
  findSession,
  noteSessionUse,
  type PersonRow,
  personOfLink,
  type SessionRow,
  useSetUpLink,
} from './sign-in-store.js';
import { recordAttempt } from './store.js';
import { sightOf, type Viewer } from './viewer.js';

/** From where and in which request a call of the door came. */
export interface Caller {
  /** Of the connection. */
  readonly address: string;
  readonly requestId: string;
}

/** A session as its own person sees it. */
export interface SessionFacts {
  readonly person: {
    readonly id: string;
    readonly name: string;
    /** `name@team`; null when nothing can be handed to them. */
    readonly handle: string | null;
    readonly role: string;
    /** Slug. */
    readonly organisation: string;
  };
  readonly signedInAt: Date;
  /** When the person last gave their password in this session, after signing in. */
  readonly confirmedAt: Date | null;
  /** Until then they may decide; past, when that is over. */
  readonly confirmedUntil: Date | null;
  /** When it ends by itself unless it is used before. */
  readonly endsAt: Date;
  /** When it ends at the latest. */
  readonly expiresAt: Date;
}

export interface SignInCall {
  /** `name@team`, or the name of who has no handle. */
  readonly login: string;
  readonly password: string;
  /** Slug. */
  readonly organisation: string;
  /** The session the same browser had, which ends with this. */
  readonly replaces: string | null;
}

/** What the doors of signing in call. Each throws a Fault when it turns somebody away. */
export interface SignIns {
  /** The viewer of a session's secret, or null when there is none, or it is over. */
  viewer(secret: string): Promise<Viewer | null>;
  /** A socket of this viewer was used. */
  noteUse(viewer: Viewer): void;
  signIn(call: SignInCall, caller: Caller): Promise<{ secret: string; session: SessionFacts }>;
  session(secret: string): Promise<SessionFacts | null>;
  confirm(viewer: Viewer, password: string, caller: Caller): Promise<SessionFacts>;
  signOut(viewer: Viewer, caller: Caller): Promise<void>;
  /** Says how many sessions ended. */
  signOutEverywhere(viewer: Viewer, caller: Caller): Promise<number>;
  /** Sets a password by a link. */
  setUp(secret: string, password: string, caller: Caller): Promise<Refusal | { ok: true; login: string }>;
}

const CONFIRMED_FOR_MS = 5 * 60_000;

/** Sessions and set-up links are random, so one round of sha256 keeps them from the database. */
const hashSecret = (secret: string): string => createHash('sha256').update(secret, 'utf8').digest('hex');

/** A new secret for a person, with what is kept of it. */
export function newSecret(what: 'session' | 'setup'): { secret: string; hash: string } {
  const secret = `baton_${what}_${randomBytes(32).toString('base64url')}`;
  return { secret, hash: hashSecret(secret) };
}

export interface SignInOptions {
  readonly pool: pg.Pool;
  readonly passwords?: Passwords;
  /** Told when noting the use of a session failed; the call itself went on. */
  onUseNotNoted(error: unknown): void;
}

export function createSignIns({
  pool,
  passwords = createPasswords(),
  onUseNotNoted,
}: SignInOptions): SignIns {
  /** Throws RATE_LIMITED; the first time within a window that is a line of the audit log. */
  async function attempt(
    action: string,
    whom: string | null,
    { address, requestId }: Caller,
    organisation?: string,
  ) {
    const taken = await takeAttempt(pool, address, whom);
    if (taken.retryAfterMs === null) return taken;
    if (taken.firstStopped) {
      await recordAttempt(pool, { action, code: 'RATE_LIMITED', requestId, organisation });
    }
    throw new Fault('RATE_LIMITED', 'Too many wrong attempts. Try again later.', taken.retryAfterMs);
  }

  /** Looks, compares and writes alike for who is unknown, has no password, is disabled, or gave a wrong one. */
  async function signIn({ login, password, organisation, replaces }: SignInCall, caller: Caller) {
    const whom = JSON.stringify([organisation, login]);
    const taken = await attempt('signIn', whom, caller, organisation);
    const person = await findPersonByLogin(pool, organisation, login);
    const right = await passwords.matches(password, person?.hash ?? null);
    const { secret, hash } = newSecret('session');
    const row =
      right && person?.hash != null
        ? await beginSession(pool, {
            ...callOf(person, caller),
            compared: person.hash,
            id: newId('signIn'),
            secretHash: hash,
            replaces: replaces === null ? undefined : hashSecret(replaces),
          })
        : null;
    if (row === null) {
      const { requestId } = caller;
      const subject = person?.person;
      await recordAttempt(pool, {
        action: 'signIn',
        code: 'UNAUTHENTICATED',
        requestId,
        organisation,
        subject,
      });
      throw new Fault('UNAUTHENTICATED', 'The login or the password is wrong');
    }
    await taken.giveBack();
    return { secret, session: factsOf(row) };
  }

  async function confirm(viewer: Viewer, password: string, caller: Caller): Promise<SessionFacts> {
    const person = await findPersonById(pool, viewer.organisationId, viewer.id);
    const taken = await attempt('signInConfirm', viewer.id, caller);
    const right = await passwords.matches(password, person?.hash ?? null);
    if (!right || person?.hash == null) {
      const { organisationId, id: actor, signInId } = viewer;
      const { requestId } = caller;
      const subject = signInId ?? undefined;
      await recordAttempt(pool, {
        action: 'signInConfirm',
        code: 'FORBIDDEN',
        requestId,
        organisationId,
        actor,
        subject,
      });
      throw new Fault('FORBIDDEN', 'The password is wrong');
    }
    const row = await confirmSession(pool, {
      ...callOf(person, caller),
      compared: person.hash,
      id: viewer.signInId ?? '',
    });
    if (row === null) throw new Fault('UNAUTHENTICATED', 'The session is over: sign in again');
    await taken.giveBack();
    return factsOf(row);
  }

  async function setUp(secret: string, password: string, caller: Caller) {
    const secretHash = hashSecret(secret);
    const taken = await attempt('passwordSet', null, caller);
    const person = await personOfLink(pool, secretHash);
    const fault = person === null ? null : passwordFault(password, person.login);
    if (fault !== null) {
      await taken.giveBack();
      return invalid('password', 'WEAK', fault);
    }
    const used =
      person !== null &&
      (await useSetUpLink(pool, {
        ...callOf(person, caller),
        secretHash,
        hash: await passwords.hash(password),
      }));
    if (!used) {
      const { requestId } = caller;
      await recordAttempt(pool, { action: 'passwordSet', code: 'UNAUTHENTICATED', requestId });
      throw new Fault('UNAUTHENTICATED', 'The link is unknown, used or expired: ask for a new one');
    }
    await taken.giveBack();
    return { ok: true, login: person.login } as const;
  }

  const find = (secret: string) => findSession(pool, hashSecret(secret));
  const note = (organisationId: string, id: string): void => {
    // Not awaited: no answer waits for a note.
    noteSessionUse(pool, organisationId, id).catch(onUseNotNoted);
  };
  return {
    signIn,
    confirm,
    setUp,
    viewer: async (secret) => {
      const row = await find(secret);
      if (row?.useIsOld) note(row.organisationId, row.id);
      return row === null ? null : viewerOf(row);
    },
    noteUse: ({ organisationId, signInId }) => {
      if (signInId !== null) note(organisationId, signInId);
    },
    session: async (secret) => {
      const row = await find(secret);
      return row === null ? null : factsOf(row);
    },
    signOut: async (viewer, { requestId: request }) => {
      const { organisationId: organisation, id: person, signInId } = viewer;
      await endSessions(pool, { organisation, person, request, ...(signInId !== null && { id: signInId }) });
    },
    signOutEverywhere: ({ organisationId: organisation, id: person }, { requestId: request }) =>
      endSessions(pool, { organisation, person, request }),
  };
}

const callOf = ({ organisation, person }: PersonRow, { requestId: request }: Caller) => ({
  organisation,
  person,
  request,
});

function viewerOf({ id, organisationId, personId, role, name }: SessionRow): Viewer {
  return {
    id: personId,
    organisationId,
    kind: 'person',
    role,
    name,
    scopes: new Set(ROLE_SCOPES[role]),
    sees: sightOf('person', role, false),
    pool: null,
    keyId: null,
    claimId: null,
    transferId: null,
    personId,
    signInId: id,
  };
}

function factsOf(row: SessionRow): SessionFacts {
  const { personId: id, name, handle, role, organisation, confirmedAt } = row;
  return {
    person: { id, name, handle, role, organisation },
    signedInAt: row.createdAt,
    confirmedAt,
    confirmedUntil: confirmedAt && new Date(confirmedAt.getTime() + CONFIRMED_FOR_MS),
    endsAt: row.endsAt,
    expiresAt: row.expiresAt,
  };
}
