import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { newId } from '../../api/src/ids.js';
import { newSecret } from '../../api/src/principal/sign-in-secret.js';
import type { Actor } from './actor.js';
import type { TestDatabase } from './database.js';
import type { World } from './world.js';

/** What a browser sends with a session, from a page of the server itself. */
export interface Browser {
  readonly id: string;
  readonly secret: string;
  readonly headers: { readonly cookie: string; readonly 'sec-fetch-site': string };
}

export const cookieOf = (secret: string): string => `__Host-baton=${secret}`;

/** A session of this person as the product makes one, without a password; confirmed so many seconds ago, or never. */
export async function browserOf(
  { pool }: TestDatabase,
  { viewer }: Actor,
  confirmedSecondsAgo: number | null = null,
): Promise<Browser> {
  const id = newId('signIn');
  const { secret, hash } = newSecret('session');
  await pool.query(
    `INSERT INTO sign_in (id, organisation_id, person_id, secret_hash, expires_at, confirmed_at)
     VALUES ($1, $2, $3, decode($4, 'hex'), baton_now() + interval '12 hours', baton_now() - $5 * interval '1 second')`,
    [id, viewer.organisationId, viewer.id, hash, confirmedSecondsAgo],
  );
  return { id, secret, headers: { cookie: cookieOf(secret), 'sec-fetch-site': 'same-origin' } };
}

/** What `/auth/…` answered. */
export interface AuthAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent. */
  readonly text: string;
  readonly session?: { person: Record<string, string | null> } & Record<string, string | null>;
  readonly errors?: readonly {
    message: string;
    extensions: { code: string; retryAfterMs?: number; issues?: readonly { path: string; code: string }[] };
  }[];
  readonly ended?: number;
  readonly login?: string;
  /** The session in its cookie; null when there is none, or it is dropped. */
  readonly secret: string | null;
}

interface AuthCall {
  /** A session to send along, as a page of the server itself would. */
  readonly session?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

/** Asks `/auth/<act>`; without a body it is a GET. */
export function askAuth(
  url: string,
  act: string,
  body?: unknown,
  { session, headers, method = body === undefined ? 'GET' : 'POST' }: AuthCall = {},
): Promise<AuthAnswer> {
  const sent = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(session !== undefined && { cookie: cookieOf(session), 'sec-fetch-site': 'same-origin' }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    request(`${url}/auth/${act}`, { method, headers: sent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('error', reject);
      response.once('end', () => {
        const [, secret = ''] = /^__Host-baton=([^;]*)/.exec(response.headers['set-cookie']?.[0] ?? '') ?? [];
        resolve({
          ...(JSON.parse(text) as object),
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          secret: secret || null,
        });
      });
    })
      .once('error', reject)
      .end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}

const ISSUE = `mutation ($personId: ID!) { setUpLinkIssue(input: { personId: $personId }) {
  ... on SetUpLinkIssueSuccess { secret } ... on Refusal { code } } }`;

/** The secret of a link for this person, issued by the administrator of their organisation. */
export async function linkFor({ admin }: World, person: Actor): Promise<string> {
  const { setUpLinkIssue } = await admin.call(ISSUE, { personId: person.id });
  const { secret } = setUpLinkIssue as { secret?: string };
  if (secret === undefined) throw new Error(`No link: ${JSON.stringify(setUpLinkIssue)}`);
  return secret;
}

/** Somebody with a password, and what they type. */
export interface Account {
  readonly person: Actor;
  readonly password: string;
  /** The body of a sign-in. */
  readonly typed: { readonly organisation: string; readonly login: string; readonly password: string };
}

/** A new teammate who set a password by a link. */
export async function accountOf(world: World, url: string, more?: Actor): Promise<Account> {
  const login = `reviewer-${randomUUID().slice(0, 8)}@web`;
  const person = more ?? (await world.teammate(login));
  const password = `correct horse ${randomUUID()}`;
  const { status, login: named } = await askAuth(url, 'set-up', {
    secret: await linkFor(world, person),
    password,
  });
  if (status !== 200 || named === undefined) throw new Error(`No password was set: ${status}`);
  const { slug } = await world.judge.one<{ slug: string }>('SELECT slug FROM organisation WHERE id = $1', [
    world.organisationId,
  ]);
  return { person, password, typed: { organisation: slug, login: named, password } };
}

/** Signs in; the session's secret. */
export async function signIn(url: string, { typed }: Account): Promise<string> {
  const { secret, text } = await askAuth(url, 'sign-in', typed);
  if (secret === null) throw new Error(`Not signed in: ${text}`);
  return secret;
}
