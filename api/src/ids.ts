import { typeid } from 'typeid-js';

/** Kinds of id by prefix. An id is a TypeID: prefix and UUIDv7, primary key and GraphQL node id at once. */
export const ID_PREFIXES = {
  organisation: 'org',
  principal: 'prn',
  apiKey: 'key',
  session: 'ses',
  snapshot: 'snp',
  transfer: 'trf',
  transferToken: 'tok',
  verification: 'ver',
  signIn: 'sin',
  handoff: 'hof',
  message: 'msg',
} as const;
export type IdKind = keyof typeof ID_PREFIXES;

/** A new id of this kind, ordered by time of making. */
export function newId(kind: IdKind): string {
  return typeid(ID_PREFIXES[kind]).toString();
}

const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Whether `text` has the form of an id of any kind. */
export function isAnyId(text: string): boolean {
  return (Object.keys(ID_PREFIXES) as IdKind[]).some((kind) => isId(kind, text));
}

/** Whether `id` has the form of an id of this kind; says nothing about whether it exists. */
export function isId(kind: IdKind, id: string): boolean {
  const prefix = `${ID_PREFIXES[kind]}_`;
  return id.startsWith(prefix) && SUFFIX.test(id.slice(prefix.length));
}
