import { randomUUID } from 'node:crypto';
import { usage } from '../failure.js';
import {
  AddPersonDocument,
  type CliPersonFragment,
  DisablePersonDocument,
  IssueSetUpLinkDocument,
  ListPeopleDocument,
  type TeammateFilter,
} from '../gen/graphql.js';
import { type Api, accepted } from './api.js';
import { collect } from './pages.js';

export interface PersonWish {
  /** `name@team` */
  readonly handle: string;
  readonly name: string;
  readonly roles: string[];
  readonly skills: string[];
  readonly repositories: string[];
}

export async function addPerson(api: Api, wish: PersonWish): Promise<CliPersonFragment> {
  const input = { ...wish, idempotencyKey: randomUUID() };
  return accepted((await api.run(AddPersonDocument, { input })).teammateAdd).teammate;
}

export function listPeople(
  api: Api,
  filter: TeammateFilter,
  most: number,
): Promise<{ rows: CliPersonFragment[]; more: boolean }> {
  return collect(
    most,
    async (window) => (await api.run(ListPeopleDocument, { filter, ...window })).teammates,
  );
}

/** Lets a person set their password, once. */
export interface SetUpLink {
  /** Never shown again. */
  readonly secret: string;
  readonly expiresAt: string;
}

export async function issueSetUpLink(api: Api, personId: string): Promise<SetUpLink> {
  const input = { personId, idempotencyKey: randomUUID() };
  const { secret, expiresAt } = accepted((await api.run(IssueSetUpLinkDocument, { input })).setUpLinkIssue);
  // It was made and its answer got lost on the way: nobody will see that one, and another takes its place.
  return secret === null ? issueSetUpLink(api, personId) : { secret, expiresAt };
}

/** Disables the person of this handle; threads to it are refused from then on, and its keys end. */
export async function disablePerson(api: Api, handle: string): Promise<CliPersonFragment> {
  const person = await findPerson(api, handle);
  const input = { id: person.id, idempotencyKey: randomUUID() };
  accepted((await api.run(DisablePersonDocument, { input })).principalDisable);
  return { ...person, disabled: true };
}

/** By the exact handle. */
export async function findPerson(api: Api, handle: string): Promise<CliPersonFragment> {
  const team = handle.split('@')[1] ?? '';
  const { rows } = await listPeople(api, { team }, Number.MAX_SAFE_INTEGER);
  const person = rows.find((row) => row.handle === handle);
  if (person === undefined) throw usage(`there is nobody of the handle ${handle}: see \`baton people list\``);
  return person;
}
