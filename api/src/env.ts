import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { MAX_AMOUNT, parseUsd } from './money.js';
import { DEFAULT_TIERS, type Settings, type Tier } from './settings.js';
import type { TokenSecret } from './token-secret.js';

/** What the environment says, checked. */
export interface Env {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly adminKey: string | undefined;
  /** Undefined: the one kept in the data directory. The first signs. */
  readonly tokenSecrets: readonly TokenSecret[] | undefined;
  readonly introspection: boolean;
  /** Undefined: that of the host a request asks for. */
  readonly origins: readonly string[] | undefined;
  /** Connections at most, of each of the two pools. */
  readonly databasePool: number;
  /** Whether `/metrics` is shown to this machine without a credential. */
  readonly metricsOnLoopback: boolean;
  readonly logLevel: string;
  /** Undefined: nothing is ever purged. */
  readonly retentionDays: number | undefined;
  readonly settings: Settings;
}

/** The environment is not usable; `problems` has one sentence for each setting that is wrong. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
  }
}

const MIN_SECRET = 32;
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((number) => number >= least && number <= most, `must be ${least} to ${most}`);

const databaseUrl = z.string().refine((text) => {
  return URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol);
}, 'must be a URL such as postgresql://user:password@host:5432/database');

const KID_LIST = /^[\w-]{1,32}:[^,]*(?:,[\w-]{1,32}:[^,]*)*$/;

/** `kid:secret,kid2:secret2`, or one secret alone, whose kid is `default`. */
const tokenSecrets = z.string().transform((text, context): TokenSecret[] => {
  const parts = KID_LIST.test(text) ? text.split(',') : [`default:${text}`];
  const secrets = parts.map((part) => {
    const at = part.indexOf(':');
    return { kid: part.slice(0, at), secret: new TextEncoder().encode(part.slice(at + 1)) };
  });
  for (const { kid, secret } of secrets) {
    if (secret.length < MIN_SECRET) {
      context.addIssue(`the secret ${JSON.stringify(kid)} must have at least ${MIN_SECRET} bytes`);
    }
  }
  if (new Set(secrets.map(({ kid }) => kid)).size < secrets.length) context.addIssue('names one kid twice');
  return secrets;
});

const origins = z
  .string()
  .transform((text) => text.split(',').map((word) => word.trim().replace(/\/$/, '')))
  .refine(
    (list) =>
      list.every((text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text),
    'must be an origin such as https://baton.example, several separated by commas',
  );

const schemes = z
  .string()
  .transform((text) => text.split(',').map((word) => word.trim()))
  .pipe(z.array(z.enum(['env', 'file'], 'takes env and file, separated by a comma')));

const ceiling = z.int().positive();
const tier = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be lower-case words joined by hyphens'),
  cpu: z.number().positive(),
  memoryMiB: ceiling,
  pids: ceiling,
  diskMiB: ceiling,
  egressMiB: ceiling,
  rateUsdPerHour: z
    .string()
    .default('0')
    .transform((text, context) => {
      const rate = parseUsd(text);
      if (rate === null)
        context.addIssue(`must be a decimal of at most nine places, up to ${MAX_AMOUNT / 10n ** 9n}`);
      return rate ?? 0n;
    }),
});

/** JSON text, or the path of a file with it. */
const tiers = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text.trimStart().startsWith('[') ? text : readFileSync(text, 'utf8'));
    } catch (error) {
      context.addIssue(`is neither a JSON array nor a file with one (${(error as Error).message})`);
      return z.NEVER;
    }
  })
  .pipe(z.array(tier).min(1, 'must name at least one tier'))
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'names one tier twice')
  .transform((list): Tier[] =>
    list.map(({ rateUsdPerHour, ...limits }) => ({ ...limits, rate: rateUsdPerHour })),
  );

const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535).default(4000),
  BATON_DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  BATON_ADMIN_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces, to fit a header')
    .optional(),
  TRANSFER_TOKEN_SECRET: tokenSecrets.optional(),
  BATON_INTROSPECTION: z.enum(['on', 'off'], 'must be on or off').default('off'),
  BATON_ORIGIN: origins.optional(),
  BATON_CRED_REF_SCHEMES: schemes.default([]),
  BATON_DATABASE_POOL: whole(1, 1_000).default(16),
  BATON_METRICS_LOOPBACK: z.enum(['on', 'off'], 'must be on or off').default('on'),
  BATON_TIERS: tiers.default([...DEFAULT_TIERS]),
  BATON_RETENTION_DAYS: whole(2, 36_500).optional(),
  BATON_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug'], 'must be fatal, error, warn, info or debug')
    .default('info'),
});

/** Reads the settings. An empty variable counts as absent. Throws SettingsError with everything that is wrong. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map(({ path: [name, ...rest], message }) =>
        [String(name), rest.length > 0 ? ` at ${rest.join('.')}` : '', ` ${message}`].join(''),
      ),
    );
  }
  const { data } = parsed;
  return {
    host: data.HOST,
    port: data.PORT,
    dataDir: resolve(data.BATON_DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    adminKey: data.BATON_ADMIN_KEY,
    tokenSecrets: data.TRANSFER_TOKEN_SECRET,
    introspection: data.BATON_INTROSPECTION === 'on',
    origins: data.BATON_ORIGIN,
    databasePool: data.BATON_DATABASE_POOL,
    metricsOnLoopback: data.BATON_METRICS_LOOPBACK === 'on',
    logLevel: data.BATON_LOG_LEVEL,
    retentionDays: data.BATON_RETENTION_DAYS,
    settings: { tiers: data.BATON_TIERS, allowedHostSchemes: data.BATON_CRED_REF_SCHEMES },
  };
}
