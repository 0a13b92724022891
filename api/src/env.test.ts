import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnv, SettingsError } from './env.js';
import { DEFAULT_TIERS } from './settings.js';

const secret = 'x'.repeat(32);
const tier = { name: 'tiny', cpu: 0.5, memoryMiB: 512, pids: 64, diskMiB: 1024, egressMiB: 16 };

function problemsOf(source: NodeJS.ProcessEnv): readonly string[] {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

test('nothing set: loopback, port 4000, the embedded database, nothing opened', () => {
  expect(readEnv({})).toEqual({
    host: '127.0.0.1',
    port: 4000,
    dataDir: resolve('.data'),
    databaseUrl: undefined,
    adminKey: undefined,
    tokenSecrets: undefined,
    introspection: false,
    origins: undefined,
    databasePool: 16,
    metricsOnLoopback: true,
    logLevel: 'info',
    settings: { tiers: DEFAULT_TIERS, allowedHostSchemes: [] },
  });
});

test('an empty variable counts as absent', () => {
  expect(readEnv({ PORT: '', BATON_ADMIN_KEY: '', DATABASE_URL: '', BATON_TIERS: '' })).toEqual(readEnv({}));
});

test('every problem is told at once', () => {
  expect(
    problemsOf({
      PORT: '65536',
      DATABASE_URL: 'mysql://localhost/x',
      BATON_ADMIN_KEY: 'short',
      TRANSFER_TOKEN_SECRET: `a:${secret},b:short`,
      BATON_INTROSPECTION: 'yes',
      BATON_ORIGIN: 'https://baton.example/console',
      BATON_CRED_REF_SCHEMES: 'env,vault',
      BATON_DATABASE_POOL: '0',
      BATON_METRICS_LOOPBACK: 'true',
      BATON_TIERS: '[]',
      BATON_LOG_LEVEL: 'loud',
    }),
  ).toEqual([
    'PORT must be 0 to 65535',
    'DATABASE_URL must be a URL such as postgresql://user:password@host:5432/database',
    'BATON_ADMIN_KEY must have at least 32 characters',
    'TRANSFER_TOKEN_SECRET the secret "b" must have at least 32 bytes',
    'BATON_INTROSPECTION must be on or off',
    'BATON_ORIGIN must be an origin such as https://baton.example, several separated by commas',
    'BATON_CRED_REF_SCHEMES at 1 takes env and file, separated by a comma',
    'BATON_DATABASE_POOL must be 1 to 1000',
    'BATON_METRICS_LOOPBACK must be on or off',
    'BATON_TIERS must name at least one tier',
    'BATON_LOG_LEVEL must be fatal, error, warn, info or debug',
  ]);
});

test('no problem repeats a secret', () => {
  const source = { BATON_ADMIN_KEY: 'hunter2', TRANSFER_TOKEN_SECRET: 'hunter2', DATABASE_URL: 'hunter2' };
  expect(problemsOf(source)).toHaveLength(3);
  expect(problemsOf(source).join()).not.toContain('hunter2');
});

describe('TRANSFER_TOKEN_SECRET', () => {
  const read = (text: string) =>
    readEnv({ TRANSFER_TOKEN_SECRET: text }).tokenSecrets?.map(({ kid, secret: bytes }) => [
      kid,
      new TextDecoder().decode(bytes),
    ]);

  test('one alone, or several by kid, in their order', () => {
    expect(read(secret)).toEqual([['default', secret]]);
    expect(read(`new:${secret}1,old:${secret}2`)).toEqual([
      ['new', `${secret}1`],
      ['old', `${secret}2`],
    ]);
  });

  test('one alone may hold commas, and bytes count rather than characters', () => {
    expect(read(`${secret},+/=`)).toEqual([['default', `${secret},+/=`]]);
    expect(read('ä'.repeat(16))).toEqual([['default', 'ä'.repeat(16)]]);
    expect(problemsOf({ TRANSFER_TOKEN_SECRET: 'x'.repeat(31) })).toHaveLength(1);
  });

  test('a kid stands once', () => {
    expect(problemsOf({ TRANSFER_TOKEN_SECRET: `a:${secret}1,a:${secret}2` })).toEqual([
      'TRANSFER_TOKEN_SECRET names one kid twice',
    ]);
  });
});

describe('BATON_TIERS', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'baton-env-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('inline or in a file, with a rate in USD per hour', () => {
    const text = JSON.stringify([{ ...tier, rateUsdPerHour: '0.1' }]);
    const path = join(folder, 'tiers.json');
    writeFileSync(path, text);
    const expected = [{ ...tier, rate: 100_000_000n }];
    expect(readEnv({ BATON_TIERS: text }).settings.tiers).toEqual(expected);
    expect(readEnv({ BATON_TIERS: path }).settings.tiers).toEqual(expected);
    expect(readEnv({ BATON_TIERS: JSON.stringify([tier]) }).settings.tiers).toEqual([{ ...tier, rate: 0n }]);
  });

  test.each([
    ['no JSON', '[', /^BATON_TIERS is neither/],
    ['no file', '/nowhere/tiers.json', /^BATON_TIERS is neither/],
    ['a name twice', JSON.stringify([tier, tier]), /^BATON_TIERS names one tier twice/],
    ['a ceiling of zero', JSON.stringify([{ ...tier, pids: 0 }]), /^BATON_TIERS at 0\.pids /],
    ['an unknown field', JSON.stringify([{ ...tier, gpu: 1 }]), /^BATON_TIERS at 0 .*gpu/],
    [
      'a rate that is a number',
      JSON.stringify([{ ...tier, rateUsdPerHour: 0.1 }]),
      /^BATON_TIERS at 0\.rateUsdPerHour/,
    ],
  ])('%s is refused', (_, text, problem) => {
    expect(problemsOf({ BATON_TIERS: text })).toEqual([expect.stringMatching(problem)]);
  });
});
