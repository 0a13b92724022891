// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how a config refers to a variable
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json/value.js';
import { type McpConfigOptions, readMcpConfig } from './config.js';
import { parseCredRef } from './cred-ref.js';
import { mcpConfigSecrets } from './file-part.js';

// Put together here, so that no scanner takes this file for a leak.
const GITHUB = ['gh', 'p_', 'aB3dE5fG7h'.repeat(4).slice(0, 36)].join('');
const NOISE = 'Zk3vQ9pXw2LrT7bN5mYc8HdJ4sGf6AeU';

const read = (config: JsonValue, options?: McpConfigOptions) => {
  const result = readMcpConfig(config, options);
  if (result.ok) return result.servers;
  return [
    ...result.secrets.map(({ server, field }) => `SECRET ${server} ${field}`),
    ...result.issues.map(({ code, path }) => `${code} ${path}`),
  ];
};
const client = (entry: JsonValue): JsonValue => ({ mcpServers: { github: entry } });

describe('parseCredRef', () => {
  it.each([
    'vault://kv/team/github#token',
    'local://github',
    'op://Private/GitHub/token',
    'op://Private/GitHub/section one/token',
    'aws-sm://prod/github',
    'aws-sm://arn:aws:secretsmanager:us-east-1:123456789012:secret:github-AbCdEf',
    'gcp-sm://projects/p/secrets/s/versions/latest',
    'azure-kv://my-vault/github-token',
    'env://GITHUB_TOKEN',
    'file:///run/secrets/github',
  ])('takes %s', (text) => {
    expect(parseCredRef(text)).toEqual({
      scheme: text.slice(0, text.indexOf(':')),
      name: text.slice(text.indexOf('//') + 2),
    });
  });

  it.each([
    '',
    'github',
    'https://example.org/token',
    'vault://kv',
    'vault://kv/path',
    'vault://kv/path#',
    'local://a/b',
    'local://',
    'op://Private',
    'env://1A',
    'env://A=B',
    'env://',
    'toString://x',
    'local://a\n',
    `local://${'a'.repeat(600)}`,
  ])('refuses %j', (text) => {
    expect(parseCredRef(text)).toBeNull();
  });
});

describe('the list of server and credRef', () => {
  it('is taken as it stands', () => {
    const list = [
      { server: 'github', credRef: 'vault://kv/github#token' },
      { server: 'db', credRef: 'local://db' },
    ];
    expect(read(list)).toEqual(list);
    expect(read([])).toEqual([]);
  });

  it('takes env:// and file:// only when the operator allows them', () => {
    const list = [
      { server: 'a', credRef: 'env://TOKEN' },
      { server: 'b', credRef: 'file:///run/b' },
    ];
    expect(read(list)).toEqual([
      'CRED_REF_NOT_ALLOWED mcpConfig[0].credRef',
      'CRED_REF_NOT_ALLOWED mcpConfig[1].credRef',
    ]);
    expect(read(list, { allow: ['env'] })).toEqual(['CRED_REF_NOT_ALLOWED mcpConfig[1].credRef']);
    expect(read(list, { allow: ['env', 'file'] })).toEqual(list);
  });

  it.each<[JsonValue, string[]]>([
    [['x'], ['INVALID_TYPE mcpConfig[0]']],
    [[{ server: 'a' }], ['MISSING_FIELD mcpConfig[0].credRef']],
    [[{ credRef: 'local://a' }], ['MISSING_FIELD mcpConfig[0].server']],
    [[{ server: 7, credRef: 'local://a' }], ['INVALID_TYPE mcpConfig[0].server']],
    [[{ server: '', credRef: 'local://a' }], ['EMPTY mcpConfig[0].server']],
    [[{ server: 'a', credRef: 'github' }], ['INVALID_CRED_REF mcpConfig[0].credRef']],
    [
      [{ server: 'a', credRef: 'local://a', env: { REGION: 'us-east-1' } }],
      ['UNKNOWN_FIELD mcpConfig[0].env'],
    ],
    ['x', ['INVALID_TYPE mcpConfig']],
    [{ a: 1 }, ['INVALID_TYPE mcpConfig']],
  ])('refuses %j', (config, expected) => {
    expect(read(config)).toEqual(expected);
  });

  it.each<[string, JsonValue]>([
    ['credRef', { credRef: GITHUB }],
    ['token', { credRef: 'local://a', token: 'short' }],
    ['env.GITHUB_TOKEN', { credRef: 'local://a', env: { GITHUB_TOKEN: GITHUB } }],
    ['headers.Authorization', { credRef: 'local://a', headers: { Authorization: `Bearer ${NOISE}` } }],
    ['url', { credRef: 'local://a', url: 'https://u:hunter2@mcp.internal/x' }],
    ['args[1]', { credRef: 'local://a', args: ['--api-key', 'abc'] }],
  ])('refuses a secret in %s, naming server and field and never the value', (field, entry) => {
    const result = readMcpConfig([{ server: 'github', ...(entry as object) }]);
    expect(result).toMatchObject({ ok: false, secrets: [{ server: 'github', field }] });
    for (const value of [GITHUB, NOISE, 'hunter2']) expect(JSON.stringify(result)).not.toContain(value);
  });
});

describe("a client's own config", () => {
  it.each<[string, JsonValue]>([
    ['env.GITHUB_TOKEN', { env: { GITHUB_TOKEN: GITHUB } }],
    ['env.SOME_SETTING', { env: { SOME_SETTING: GITHUB } }],
    ['env.SOME_SETTING', { env: { SOME_SETTING: NOISE } }],
    ['env.DB_PASSWORD', { env: { DB_PASSWORD: 'hunter2' } }],
    ['env.DB_PASSWORD', { env: { DB_PASSWORD: 12345678 } }],
    ['env.OPENAI_API_KEY', { env: { OPENAI_API_KEY: 'abc123' } }],
    ['env.TOKEN', { env: { TOKEN: '${TOKEN:-fallback-secret}' } }],
    ['env.DATABASE_URL', { env: { DATABASE_URL: 'postgresql://app:s3cr3t@db:5432/app' } }],
    ['headers.Authorization', { headers: { Authorization: 'Bearer abcdef' } }],
    ['headers.X-API-Key', { headers: { 'X-API-Key': 'abcdef' } }],
    ['url', { url: 'https://mcp.internal/sse?api_key=abcdef' }],
    ['url', { url: 'https://mcp.internal/sse?key=abcdef' }],
    ['url', { url: `https://${NOISE}@mcp.internal/` }],
    ['url', { url: `https://mcp.internal/s/${NOISE}/mcp` }],
    ['args[0]', { args: ['--token=abcdef'] }],
    ['args[3]', { args: ['run', '-i', '-e', 'GITHUB_TOKEN=abcdef', 'image'] }],
    ['args[2]', { args: ['mcp-remote', '--header', 'Authorization: Bearer abcdef'] }],
    ['args[1]', { args: ['--db', 'postgresql://app:s3cr3t@db/app'] }],
    ['nested.deep[0].password', { nested: { deep: [{ password: 'x1' }] } }],
  ])('is refused for a secret in %s', (field, entry) => {
    expect(read(client(entry))).toEqual([`SECRET github ${field}`]);
    expect(read({ servers: { github: { command: 'x', ...(entry as object) } } })).toEqual([
      `SECRET github ${field}`,
    ]);
  });

  it.each<[string, JsonValue]>([
    [
      'references',
      {
        env: {
          A_TOKEN: '${A_TOKEN}',
          B_KEY: '$B_KEY',
          C_SECRET: 'env:C',
          D_TOKEN: '${env:D}',
          E_TOKEN: '${input:e}',
          F: '${F:-prod}',
        },
      },
    ],
    ['references in headers', { headers: { Authorization: 'Bearer ${TOKEN}', 'X-Api-Key': '${KEY}' } }],
    ['references in URLs', { url: 'https://${USER}:${PASS}@mcp.internal/x?token=${TOKEN}' }],
    ['credRefs', { env: { TOKEN: 'vault://kv/github#token' } }],
    [
      'placeholders',
      { env: { GITHUB_TOKEN: '<YOUR_TOKEN>', API_KEY: 'your-api-key-here', B_TOKEN: 'xxxxxxxx' } },
    ],
    [
      'plain words',
      {
        env: {
          ENVIRONMENT: 'production',
          AWS_REGION: 'us-east-1',
          DEBUG: 'true',
          PORT: '8080',
          N: 5,
          TOKEN: '',
        },
      },
    ],
    [
      'names that speak about secrets',
      {
        env: {
          MAX_TOKENS: '4096',
          TOKEN_LIMIT: '100',
          API_KEY_FILE: '/run/key',
          SECRET_NAME: 'github',
          AUTH_TYPE: 'oauth',
        },
      },
    ],
    ['a variable that holds the token', { bearer_token_env_var: 'GITHUB_PAT_TOKEN' }],
    [
      'paths, buckets, ids, digests',
      {
        args: [
          '/home/someone/Documents/Project1/notes',
          's3://bucket/Results-2024/x',
          '0b8f1d1e-6d7f-4d55-9c0a-4a8a3f0c2d11',
          `sha256:${'0a1b2c3d'.repeat(8)}`,
        ],
      },
    ],
    [
      'packages and images',
      {
        command: 'npx',
        args: [
          '-y',
          '@modelcontextprotocol/server-github@2025.4.8',
          'ghcr.io/github/github-mcp-server:v0.10.0',
        ],
      },
    ],
    ['names passed through', { args: ['run', '-i', '--rm', '-e', 'GITHUB_PERSONAL_ACCESS_TOKEN', 'image'] }],
    [
      'plain URLs',
      {
        url: 'https://api.internal/mcp/?toolset=repos&page=2',
        env: { DATABASE_URL: 'postgresql://localhost:5432/app' },
      },
    ],
  ])('passes with %s', (_, entry) => {
    expect(read(client(entry))).toEqual([{ server: 'github', credRef: null }]);
  });

  it('hides a secret that stands as a key or as the name of a server', () => {
    const told = JSON.stringify([
      readMcpConfig(client({ env: { [GITHUB]: 'x' } })),
      readMcpConfig({ mcpServers: { [GITHUB]: { command: 'x' } } }),
      readMcpConfig([{ server: GITHUB, credRef: 'local://a' }]),
    ]);
    expect(told).not.toContain(GITHUB);
    expect(told.match(/"ok":false/g)).toHaveLength(3);
  });
});

describe('a file part that is an MCP config', () => {
  const secrets = (path: string, text: string) =>
    mcpConfigSecrets({ path, mediaType: 'application/json', bytes: Buffer.from(text) });
  const config = JSON.stringify(client({ env: { GITHUB_TOKEN: GITHUB } }));

  it.each(['.mcp.json', 'project/.mcp.json', '.cursor/mcp.json', 'claude_desktop_config.json', 'any.json'])(
    'is judged as %s',
    (path) => {
      expect(secrets(path, config)).toEqual([{ server: 'github', field: 'env.GITHUB_TOKEN' }]);
    },
  );

  it('is judged per project too', () => {
    const text = JSON.stringify({ projects: { '/a': JSON.parse(config) as JsonValue } });
    expect(secrets('.claude.json', text)).toEqual([{ server: 'github', field: 'env.GITHUB_TOKEN' }]);
  });

  const RAW = '"env":{"GITHUB_TOKEN":"a-raw-secret-Hunter2"}';
  it.each([
    ['letters of any case', '.mcp.JSON', `{"mcpServers":{"a":{${RAW}}}}`],
    ['comments', '.vscode/mcp.json', `// servers\n{"servers":{"a":{"command":"x",${RAW}}}}`],
    ['the ending of JSON with comments', 'mcp.jsonc', `{"mcpServers":{"a":{${RAW},},},}`],
    ['a byte order mark', '.mcp.json', `\uFEFF{"mcpServers":{"a":{${RAW}}}}`],
    ['a key said twice', '.mcp.json', `{"x":1,"x":2,"mcpServers":{"a":{${RAW}}}}`],
    [
      'its servers said twice',
      '.mcp.json',
      `{"mcpServers":{"a":{${RAW}}},"mcpServers":{"a":{"env":{"GITHUB_TOKEN":""}}}}`,
    ],
    ['messages beside its servers', 'notes.json', `{"messages":[],"mcpServers":{"a":{${RAW}}}}`],
  ])('is read with %s, as clients read it', (_, path, text) => {
    expect(
      secrets(path, text).map(({ server, field }) => `${server} ${field.replace(/\[\d\]$/, '')}`),
    ).toEqual(['a env.GITHUB_TOKEN']);
  });

  it('that nothing can read is judged by its lines', () => {
    expect(secrets('.mcp.json', `{"mcpServers":\n{"a":{"env":{"T":"ghp_${'a1B2'.repeat(9)}"`)).toEqual([
      { server: '.mcp.json', field: 'line 2' },
    ]);
  });

  it('is not any other part: sessions, TOML, JSON without servers', () => {
    expect(secrets('s.jsonl', config)).toEqual([]);
    expect(secrets('config.toml', config)).toEqual([]);
    expect(secrets('tool.json', JSON.stringify({ token: GITHUB }))).toEqual([]);
    expect(secrets('broken.json', `{"mcpServers"`)).toEqual([]);
  });
});
