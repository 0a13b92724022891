import type pg from 'pg';
import { Fault } from '../errors.js';
import { newId } from '../ids.js';
import { type Caller, createAttempts } from './attempt.js';
import { createPasswords, type Passwords } from './password.js';
import { ROLE_SCOPES } from './scopes.js';
import { createSetUp, type SetUp } from './set-up.js';
import { hashSecret, newSecret } from './sign-in-secret.js';
import {
  beginSession,
  confirmSession,
  endSessions,
  findPersonById,
  findPersonByLogin,
  findSession,
  noteSessionUse,
  type PersonRow,
  type SessionRow,
} from './sign-in-store.js';
import { recordAttempt } from './store.js';
import { sightOf, type Viewer } from './viewer.js';

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
  readonly setUp: SetUp;
}

const CONFIRMED_FOR_MS = 5 * 60_000;

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
  const attempt = createAttempts(pool);

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

  const find = (secret: string) => findSession(pool, hashSecret(secret));
  const note = (organisationId: string, id: string): void => {
    // Not awaited: no answer waits for a note.
    noteSessionUse(pool, organisationId, id).catch(onUseNotNoted);
  };
  return {
    signIn,
    confirm,
    setUp: createSetUp(pool, passwords, attempt),
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
