import { type Credential, ROOT_FIELDS } from './lifecycle/root-fields.js';

/** What one kind of credential may ask at a door. Its scopes are asked for besides, by each command. */
interface Admission {
  readonly commands: readonly string[];
  /** How it names a document: by an id of its manifest and nothing else, or as a text of its own. */
  readonly documents?: 'manifest' | 'text';
}

interface DoorRow {
  /** Path; `{…}` stands for a part of it. */
  readonly address: string;
  readonly methods: readonly string[];
  /** What a caller may show: a key in a header, a person's session in a cookie. What is not listed counts as nothing. */
  readonly by?: readonly ('key' | 'session')[];
  /** Who is missing here is refused. Null: no credential is asked for. */
  readonly admits: Partial<Record<Credential, Admission>> | null;
}

const PART = { commands: ['partRead'] } as const;
const SENDING = { commands: ['handoffSend'] } as const;
/** What is asked with a session, about that session. */
const ofSession = <Command extends string>(command: Command) =>
  ({ by: ['session'], admits: { person: { commands: [command] } } }) as const;

/**
 * Every door × kind of credential × command. The server routes and admits by this table, and refuses what it does not
 * list: another address is 404, another method 405, another credential or command FORBIDDEN.
 */
export const DOORS = {
  /** By POST and GET, as server-sent events, and over a WebSocket: one look-up for all. */
  graphql: {
    address: '/graphql',
    methods: ['GET', 'POST'],
    by: ['key', 'session'],
    admits: {
      person: { documents: 'text', commands: ROOT_FIELDS.person },
      agent: { documents: 'manifest', commands: ROOT_FIELDS.agent },
      orchestrator: { documents: 'text', commands: ROOT_FIELDS.orchestrator },
      daemon: { documents: 'manifest', commands: ROOT_FIELDS.daemon },
      claim: { documents: 'manifest', commands: ROOT_FIELDS.claim },
      integrator: { documents: 'text', commands: ROOT_FIELDS.integrator },
    },
  },
  /** The bytes of a snapshot's part; needs `transfer:content`. */
  parts: {
    address: '/snapshots/{transfer}/parts/{path}',
    methods: ['GET'],
    by: ['key', 'session'],
    admits: { person: PART, orchestrator: PART, claim: PART, integrator: PART },
  },
  /** JSON-RPC: `message/send`, which is the mutation `handoffSend` under the seeds' names. */
  a2a: {
    address: '/a2a',
    methods: ['POST'],
    by: ['key'],
    admits: { agent: SENDING, integrator: SENDING },
  },
  healthz: { address: '/healthz', methods: ['GET', 'HEAD'], admits: null },
  /** Figures of the process, without a credential for who asks from this machine; others need `audit:read`. */
  metrics: {
    address: '/metrics',
    methods: ['GET', 'HEAD'],
    by: ['key'],
    admits: { person: { commands: ['metrics'] } },
  },
  readyz: { address: '/readyz', methods: ['GET', 'HEAD'], admits: null },
  /** A login and a password for a session; a set-up link for a password. */
  signIn: { address: '/auth/sign-in', methods: ['POST'], admits: null },
  setUp: { address: '/auth/set-up', methods: ['POST'], admits: null },
  session: { address: '/auth/session', methods: ['GET'], ...ofSession('session') },
  confirm: { address: '/auth/confirm', methods: ['POST'], ...ofSession('confirm') },
  signOut: { address: '/auth/sign-out', methods: ['POST'], ...ofSession('signOut') },
  signOutEverywhere: {
    address: '/auth/sign-out-everywhere',
    methods: ['POST'],
    ...ofSession('signOutEverywhere'),
  },
} as const satisfies Record<string, DoorRow>;

export type DoorName = keyof typeof DOORS;

/** What this kind of credential may ask at this door; null when nothing. */
export function admissionOf(door: DoorName, credential: Credential): Admission | null {
  const { admits }: DoorRow = DOORS[door];
  return admits?.[credential] ?? null;
}

/** Whether a caller may show this at this door. */
export function takes(door: DoorName, what: 'key' | 'session'): boolean {
  const { by }: DoorRow = DOORS[door];
  return by?.includes(what) ?? false;
}

export function mayAsk(door: DoorName, credential: Credential, command: string): boolean {
  return admissionOf(door, credential)?.commands.includes(command) ?? false;
}

/** The door at a path, or null. A `{…}` is what `parts` reads by itself: everything up to the next fixed piece. */
const PATTERNS = Object.entries(DOORS).map(([name, { address }]) => ({
  name: name as DoorName,
  pattern: new RegExp(`^${address.replace(/\{path\}/, '.+').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

export function doorAt(pathname: string): DoorName | null {
  return PATTERNS.find(({ pattern }) => pattern.test(pathname))?.name ?? null;
}
