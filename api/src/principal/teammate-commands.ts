import type { Context } from '../context.js';
import { type Refusal, refuse } from '../errors.js';
import type { Teammate } from '../gen/prisma/client.js';
import { runOnce } from '../idempotency/run-once.js';
import { newId } from '../ids.js';
import { InputIssues, invalid } from '../input.js';
import { admit } from './admit.js';
import { addPrincipal } from './principal-store.js';
import type { Role } from './scopes.js';
import { addTeammate, findByHandle, setBlock, suggestionsFor, teammateOf } from './teammate-store.js';

export interface TeammateSuccess {
  readonly ok: true;
  readonly replayed: boolean;
  readonly teammate: Teammate;
}

const HANDLE = /^[a-z0-9][a-z0-9._-]{0,62}@[a-z0-9][a-z0-9-]{0,62}$/;
const MOST_WORDS = 50;

export interface TeammateAddInput {
  readonly handle: string;
  readonly name: string;
  readonly role?: Role | null | undefined;
  readonly roles?: readonly string[] | null | undefined;
  readonly skills?: readonly string[] | null | undefined;
  readonly repositories?: readonly string[] | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

/** Makes a person who can be written to, and the team when there is none. */
export async function teammateAdd(
  context: Context,
  { idempotencyKey, ...input }: TeammateAddInput,
): Promise<TeammateSuccess | Refusal> {
  await admit(context, 'teammateAdd', 'principal:manage');
  const issues = new InputIssues();
  issues.key(idempotencyKey);
  issues.pattern('handle', input.handle, HANDLE, 'is name@team in lower case, like reviewer@web');
  issues.text('name', input.name);
  const lists = {
    roles: input.roles ?? [],
    skills: input.skills ?? [],
    repositories: input.repositories ?? [],
  };
  for (const [path, words] of Object.entries(lists)) {
    if (words.length > MOST_WORDS) issues.add(path, 'LENGTH', `has at most ${MOST_WORDS} entries`);
    for (const [index, word] of words.slice(0, MOST_WORDS).entries()) issues.text(`${path}[${index}]`, word);
  }
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const { organisationId } = context.viewer;
  const call = { operation: 'teammateAdd', key: idempotencyKey, payload: input };
  const result = await runOnce(context, call, async (db) => {
    const taken = (): Refusal => invalid('handle', 'TAKEN', 'is the handle of another person');
    if ((await findByHandle(db, organisationId, input.handle)) !== null) return taken();
    const id = newId('principal');
    const person = {
      organisationId,
      id,
      kind: 'person',
      name: input.handle,
      ownerId: null,
      pool: null,
    } as const;
    if ((await addPrincipal(db, { ...person, role: input.role ?? 'developer' })) === null) return taken();
    const row = await addTeammate(db, {
      organisationId,
      personId: id,
      handle: input.handle,
      displayName: input.name,
      ...lists,
    });
    // Somebody else took it in this instant: the whole call rolls back, and its repeat is told.
    if (row === null) throw new Error(`The handle ${input.handle} was taken meanwhile`);
    return { ok: true, subject: id, answer: row };
  });
  return result.ok ? { ok: true, replayed: result.replayed, teammate: teammateOf(result.answer) } : result;
}

export interface BlockInput {
  /** Whom, `name@team`. */
  readonly handle: string;
  readonly idempotencyKey?: string | null | undefined;
}

/** Stops what that person's side sends to the caller's, or lets it through again. */
export async function setTeammateBlock(
  context: Context,
  { handle, idempotencyKey }: BlockInput,
  blocked: boolean,
): Promise<TeammateSuccess | Refusal> {
  const operation = blocked ? 'teammateBlock' : 'teammateUnblock';
  await admit(context, operation, 'handoff:use');
  const issues = new InputIssues();
  issues.key(idempotencyKey);
  issues.text('handle', handle);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const { organisationId, kind, id } = context.viewer;
  if (kind !== 'person') return refuse('WRONG_ACTOR', 'A person decides from whom they hear.');
  const result = await runOnce(
    context,
    { operation, key: idempotencyKey, payload: { handle } },
    async (db) => {
      const row = await findByHandle(db, organisationId, handle);
      if (row === null) {
        const suggestions = await suggestionsFor(db, organisationId, handle);
        return refuse('RECIPIENT_NOT_FOUND', 'There is nobody of this handle. Handles are exact.', {
          suggestions,
        });
      }
      const { personId } = teammateOf(row);
      if (personId === id) return invalid('handle', 'ONESELF', 'is somebody else');
      const changed = await setBlock(db, organisationId, id, personId, blocked);
      return { ok: true, subject: personId, answer: row, unchanged: !changed };
    },
  );
  return result.ok ? { ok: true, replayed: result.replayed, teammate: teammateOf(result.answer) } : result;
}
