/** Schemes that name a secret in a store of the destination. */
const STORE_SCHEMES = ['vault', 'local', 'op', 'aws-sm', 'gcp-sm', 'azure-kv'] as const;
/** Schemes that read the destination's own environment or disk; only an operator may open them. */
const HOST_SCHEMES = ['env', 'file'] as const;

export type HostScheme = (typeof HOST_SCHEMES)[number];
export type CredScheme = (typeof STORE_SCHEMES)[number] | HostScheme;

/** A reference to a credential: it travels, and only the destination resolves it. */
export interface CredRef {
  scheme: CredScheme;
  /** What follows `scheme://`. */
  name: string;
}

const SEGMENTS = '[\\w.@ -]+(?:/[\\w.@ -]+)*';
const SHAPES: Readonly<Record<CredScheme, RegExp>> = {
  vault: new RegExp(`^[\\w.-]+/${SEGMENTS}#[\\w.-]+$`),
  local: /^[\w.-]+$/,
  op: new RegExp(`^[\\w.@ -]+/${SEGMENTS}$`),
  'aws-sm': /^[\w/+=.@:-]+(?:#[\w.-]+)?$/,
  'gcp-sm': new RegExp(`^${SEGMENTS}(?:#[\\w.-]+)?$`),
  'azure-kv': new RegExp(`^${SEGMENTS}(?:#[\\w.-]+)?$`),
  env: /^[A-Za-z_]\w*$/,
  file: new RegExp(`^/?${SEGMENTS}(?:#[\\w.-]+)?$`),
};
const LONGEST = 512;

/** The reference a text holds, or null when it is none of the eight forms. */
export function parseCredRef(text: string): CredRef | null {
  const split = text.indexOf('://');
  const scheme = text.slice(0, split);
  const name = text.slice(split + 3);
  if (split === -1 || text.length > LONGEST || !Object.hasOwn(SHAPES, scheme)) return null;
  return SHAPES[scheme as CredScheme].test(name) ? { scheme: scheme as CredScheme, name } : null;
}

/** Whether a scheme is taken only when the operator allows it. */
export function isHostScheme(scheme: CredScheme): scheme is HostScheme {
  return (HOST_SCHEMES as readonly string[]).includes(scheme);
}
