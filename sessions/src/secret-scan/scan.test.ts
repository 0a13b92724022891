import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SecretFinding, scanText, secretsDigest } from './scan.js';

// Put together here, so that no scanner takes this file for a leak.
const glue = (...pieces: string[]): string => pieces.join('');
const GITHUB = glue('gh', 'p_', 'aB3dE5fG7h'.repeat(4).slice(0, 36));
const AWS_ID = glue('AK', 'IA', 'Q3EGRZ7XWJ5LMN2P');
const TOKEN_ID = 'tok_01h455vb4pex5vsknk084sn02q';
const segment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (header: unknown, payload: unknown): string =>
  glue(segment(header), '.', segment(payload), '.', 'q'.repeat(43));

const scan = (text: string, path = 'notes.txt'): SecretFinding[] => scanText(path, Buffer.from(text));
const rules = (text: string, path?: string): string[] => scan(text, path).map(({ rule }) => rule);

const KEYS: [string, string][] = [
  ['github/GITHUB_TOKEN', GITHUB],
  ['github/GITHUB_TOKEN', glue('github', '_pat_', 'aB3dE5fG7h'.repeat(9).slice(0, 82))],
  ['aws/AWSAccessKeyID', AWS_ID],
  ['aws/AWSSecretAccessKey', glue('AWS_SECRET_ACCESS_KEY=', 'aB3/E5fG7h'.repeat(4))],
  ['slack/SLACK_TOKEN', glue('xo', 'xb-123456789012-123456789012-aB3dE5fG7haB3dE5fG7h1234')],
  ['gitlab/GITLAB_PERSONAL_ACCESS_TOKEN', glue('gl', 'pat-', 'aB3dE5fG7haB3dE5fG7h')],
  ['npm/NPM_ACCESS_TOKEN', glue('np', 'm_', 'aB3dE5fG7h'.repeat(4).slice(0, 36))],
  ['anthropic', glue('sk-', 'ant-api03-', 'aB3dE5fG7h'.repeat(10), 'AA')],
  ['anthropic', glue('sk-', 'ant-oat01-', 'aB3dE5fG7h'.repeat(10))],
  ['openai', glue('sk-', 'proj-', 'aB3dE5fG7h'.repeat(5))],
  ['stripe', glue('sk', '_live_', 'aB3dE5fG7haB3dE5fG7h1234')],
  ['stripe', glue('rk', '_test_', 'aB3dE5fG7haB3dE5fG7h1234')],
  ['stripe-webhook', glue('whsec', '_', 'aB3dE5fG7haB3dE5fG7haB3dE5fG7h12')],
  ['google-api-key', glue('AI', 'za', 'SyB3dE5fG7haB3dE5fG7haB3dE5fG7h123_')],
  ['google-oauth', glue('GOC', 'SPX-', 'aB3dE5fG7haB3dE5fG7h12345678')],
  ['azure-storage-key', glue('AccountKey', '=', 'aB3dE5fG7h'.repeat(9).slice(0, 86), '==')],
  ['azure-client-secret', glue('aB3', '8Q~', 'aB3dE5fG7haB3dE5fG7haB3dE5fG7h1234')],
  ['jwt', jwt({ alg: 'HS256', typ: 'JWT' }, { sub: 'someone' })],
  [
    'private-key',
    glue('-----BEGIN ', 'PRIVATE KEY-----\n', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw'.repeat(4)),
  ],
  ['basicauth/BasicAuth', glue('https', '://deploy', ':hunter2hunter2@git.internal.io/x')],
  [
    'database-connection-string/PostgreSQLConnection',
    glue('postgres', '://app', ':hunter2hunter2@db.internal:5432/app'),
  ],
  ['bearer', glue('Authorization: Bea', 'rer aB3dE5fG7haB3dE5fG7hxY9z')],
  ['generic', glue('api_', 'key = "aB3dE5fG7haB3dE5fG7hxY9z"')],
];

describe('scanText finds', () => {
  it.each(KEYS)('%s in text, in JSON, in JSON inside JSON, and behind a newline escape', (rule, key) => {
    const named = expect.stringMatching(new RegExp(`^${rule.replace('/', '\\/')}`, 'i'));
    expect(rules(`first line\n${key}\nlast`)).toContainEqual(named);
    const message = JSON.stringify({ role: 'user', content: `a\n${key}\nb` });
    expect(rules(message, 'messages.json')).toContainEqual(named);
    expect(rules(JSON.stringify({ result: message }), 'a.jsonl')).toContainEqual(named);
  });

  it('a key whatever characters are escaped in it', () => {
    expect(rules(`{"a":"${GITHUB.replace('_', '\\u005f')}"}`, 'x.json')).toHaveLength(1);
    expect(rules(`{"a":"${GITHUB.replace('p', '\\u0070')}"}`, 'x.json')).toHaveLength(1);
  });

  it('the place: line of the part, field of the line', () => {
    const lines = [
      '{"type":"a"}',
      `{"message":{"content":[{"text":"x"},{"text":"\\n\\n${GITHUB}"}]}}`,
      '{}',
      `{"k":"${AWS_ID}"}`,
    ];
    expect(scan(lines.join('\n'), 's.jsonl')).toEqual([
      {
        path: 's.jsonl',
        line: 2,
        field: 'message.content[1].text',
        rule: expect.stringContaining('github/'),
      },
      { path: 's.jsonl', line: 4, field: 'k', rule: 'aws/AWSAccessKeyID' },
    ]);
    expect(scan(`é😀\n\n ${GITHUB}`)).toEqual([
      { path: 'notes.txt', line: 3, rule: expect.stringContaining('github/') },
    ]);
  });

  it('several in one value, each once', () => {
    expect(scan(`{"a":["${GITHUB} ${AWS_ID}","${GITHUB}"]}`, 'm.json').map(({ field }) => field)).toEqual([
      'a[0]',
      'a[0]',
      'a[1]',
    ]);
  });

  it.each([
    ['secretlint-disable', 'secretlint-enable'],
    ['<!-- secretlint-disable -->', ''],
    ['/* secretlint-disable-next-line */', ''],
    ['# secretlint-disable-line', '# secretlint-disable-line'],
  ])('a key though the content says %s', (before, after) => {
    expect(rules(`${before}\n${GITHUB} ${after}\n`)).toHaveLength(1);
  });

  it('a key in bytes that are no UTF-8', () => {
    expect(
      scanText('x.bin', Buffer.concat([Buffer.from([0xff, 0xfe, 0]), Buffer.from(GITHUB)])),
    ).toHaveLength(1);
  });
});

describe('scanText never tells the value', () => {
  it('in a finding, whatever the key and wherever it stands', () => {
    for (const [, key] of KEYS) {
      for (const text of [
        key,
        JSON.stringify({ a: key }),
        JSON.stringify({ [key]: { b: [key] } }),
        `{"${key}`,
      ]) {
        for (const path of ['x.json', 'x.jsonl', 'x.txt']) {
          const told = JSON.stringify(scan(text, path));
          expect(told).not.toContain(key.slice(-12));
        }
      }
    }
  });

  it('in the path, when a key of an object is the secret', () => {
    expect(scan(`{"a":{"${GITHUB}":1}}`, 'x.json').map(({ field }) => field)).toEqual(['a["…"]']);
    expect(scan(`{"${GITHUB}":{"b":"${AWS_ID}"}}`, 'x.json').map(({ field }) => field)).toEqual([
      '["…"]',
      '["…"].b',
    ]);
  });
});

describe("Baton's own tokens", () => {
  const token = jwt(
    { alg: 'HS256', typ: 'baton-transfer', kid: '1' },
    { jti: TOKEN_ID, exp: 1_700_000_000, sub: 'x' },
  );

  it('are named apart with their id and end, so that a spent one can be told', () => {
    expect(scan(`{"token":"${token}"}`, 'a.jsonl')).toEqual([
      {
        path: 'a.jsonl',
        line: 1,
        field: 'token',
        rule: 'baton-transfer-token',
        token: { jti: TOKEN_ID, exp: 1_700_000_000 },
      },
    ]);
  });

  it('without an id are any JWT', () => {
    expect(rules(jwt({ alg: 'HS256', typ: 'baton-transfer' }, { jti: 7 }))).toEqual(['jwt']);
  });

  it('a claim that Baton never signed, as any other signed token', () => {
    const crafted = (jti: unknown, exp: unknown): SecretFinding[] =>
      scan(jwt({ alg: 'HS256', typ: 'baton-transfer' }, { jti, exp }));
    const badIds = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.jsonValue(),
      fc.constantFrom(
        '\ud800',
        `${TOKEN_ID}\0`,
        `${TOKEN_ID}\n`,
        TOKEN_ID.replace('_0', '_8'),
        TOKEN_ID.toUpperCase(),
      ),
    );
    const badEnds = fc.oneof(
      fc.constantFrom<unknown>(1e300, -1, 2 ** 33 + 1, 2 ** 53, 0.5, '1700000000', null, {}),
      fc.double({ min: 2 ** 33, minExcluded: true, noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(
      fc.property(badIds, badEnds, (jti, exp) => {
        for (const found of [crafted(jti, 1_700_000_000), crafted(TOKEN_ID, exp)]) {
          expect(found).toMatchObject([{ rule: 'jwt' }]);
          expect(found[0]).not.toHaveProperty('token');
        }
      }),
    );
    for (const exp of [0, 2 ** 33]) expect(crafted(TOKEN_ID, exp)[0]?.token).toEqual({ jti: TOKEN_ID, exp });
    expect(crafted(TOKEN_ID, undefined)[0]?.token).toEqual({ jti: TOKEN_ID, exp: null });
  });
});

describe('scanText passes over', () => {
  const noise = Buffer.from('aB3dE5fG7h'.repeat(21)).toString('base64');
  it.each(['encrypted_content', 'signature', 'data', 'thoughtSignature'])(
    'a key-shaped run inside the blob of %s',
    (field) => {
      const blob = `${noise}+${AWS_ID}/${noise}`;
      expect(scan(JSON.stringify([{ [field]: blob }]), 'messages.json')).toEqual([]);
      expect(scan(JSON.stringify({ text: JSON.stringify({ [field]: blob }) }), 'messages.json')).toEqual([]);
      expect(rules(JSON.stringify({ text: blob }), 'messages.json')).toEqual(['aws/AWSAccessKeyID']);
    },
  );

  it('one inside an image given as a data URI', () => {
    expect(scan(`{"url":"data:image/png;base64,${noise}/${AWS_ID}+${noise}"}`, 'a.jsonl')).toEqual([]);
  });

  it('but not a key that is itself the value of such a field', () => {
    expect(rules(`{"data":"${GITHUB}"}`, 'a.jsonl')).toHaveLength(1);
    expect(rules(`{"data":"${glue('sk-', 'proj-', 'aB3dE5fG7h'.repeat(8))}"}`, 'a.jsonl')).toEqual([
      'openai',
    ]);
  });

  it.each([
    '{"uuid":"0b8f1d1e-6d7f-4d55-9c0a-4a8a3f0c2d11","sessionId":"b7c1…"}',
    '{"tool_use_id":"toolu_01A09q90qw90lq917835lq9","requestId":"req_011CQ2x3Yz4AbCdEfGhIjKlM"}',
    '{"token_count":{"input_tokens":1420,"output_tokens":910}}',
    'export const token = process.env.GITHUB_TOKEN;',
    'const apiKey = await loadSecretFromKeychainOrFail(name)',
    'password: $DATABASE_PASSWORD_OF_STAGE_1',
    'sha512-aB3dE5fG7haB3dE5fG7haB3dE5fG7haB3dE5fG7haB3dE5fG7haB3dE5fG7haB3dE5fG7h==',
    'commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    'token: "/var/run/secrets/kubernetes.io/serviceaccount/token1"',
    'curl -H "Authorization: Bearer $TOKEN"',
  ])('%s', (text) => {
    expect(scan(text, 'a.jsonl')).toEqual([]);
  });
});

it('takes any bytes without failing, and lines that exist', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('{', '[', '"', '\\', 'n', ':', ',', '}', ']', '\n', GITHUB, AWS_ID, ' ')),
      (pieces) => {
        const text = pieces.join('');
        for (const path of ['a.json', 'a.jsonl', 'a']) {
          for (const { line } of scan(text, path)) {
            expect(line).toBeGreaterThanOrEqual(1);
            expect(line).toBeLessThanOrEqual(text.split('\n').length);
          }
        }
      },
    ),
    { numRuns: 500 },
  );
});

it('sixteen megabytes of hostile text take seconds, not minutes', () => {
  for (const unit of [
    'a',
    'token=',
    'eyJ',
    '-----BEGIN ',
    '{"data":"',
    'https://a:',
    '\\\\n',
    'AKIA',
    `${GITHUB}\n`.repeat(1),
  ]) {
    const size = unit.startsWith('gh') ? 200_000 : 4_000_000;
    const bytes = Buffer.from(unit.repeat(Math.ceil(size / unit.length)));
    const started = performance.now();
    scanText('a.jsonl', bytes);
    expect(performance.now() - started, unit).toBeLessThan(10_000);
  }
});

describe('secretsDigest', () => {
  const findings = scan(`${GITHUB}\n${AWS_ID}`);

  it('does not depend on order and changes with every finding', () => {
    expect(secretsDigest([...findings].reverse())).toBe(secretsDigest(findings));
    expect(secretsDigest(findings)).toMatch(/^[0-9a-f]{64}$/);
    expect(secretsDigest(findings.slice(1))).not.toBe(secretsDigest(findings));
    expect(secretsDigest(findings.map((finding) => ({ ...finding, line: 9 })))).not.toBe(
      secretsDigest(findings),
    );
  });
});

// Linear, or this would take minutes: no figure is judged, the test's own bound is.
it('a megabyte of backslashes is scanned like any other text', () => {
  expect(scanText('a.jsonl', Buffer.from(`${'\\'.repeat(1_000_000)}!`))).toEqual([]);
});
