import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { differences, type Example, examplesIn, fencedBlocks, fill, root, textOf } from './markdown.js';

const blocks = fencedBlocks(textOf('docs/integrating.md'));
const examples = examplesIn(blocks);
const run = promisify(execFile);

const blockNamed = (name: string): string => {
  const found = blocks.find(({ words }) => words.includes(name));
  if (found === undefined) throw new Error(`docs/integrating.md has no block ${name}`);
  return found.text;
};

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
/** Stands in every answer; the examples leave it out. */
const COST = { requested: expect.any(Number), limit: 20_000 };
const hasCurl = has('curl');
const hasPython = has('python3');

/** Documents of the agents' manifest by the name of their operation, as ids. */
function agentDocuments(): Map<string, string> {
  const manifest = JSON.parse(textOf('api/manifests/agent/0.1.0.json')) as Record<string, string>;
  return new Map(
    Object.entries(manifest).map(([id, text]) => [/(?:query|mutation) (\w+)/.exec(text)?.[1] ?? '', id]),
  );
}

describe('the examples, one after the other, against the server that `npm start` runs', () => {
  const adminKey = randomBytes(24).toString('hex');
  const leaseSecret = randomBytes(32).toString('hex');
  const values = new Map([
    ['ADMIN_KEY', adminKey],
    ['LEASE_SECRET', leaseSecret],
    ['LEASE_SECRET_SHA256', createHash('sha256').update(leaseSecret).digest('hex')],
  ]);
  let db: TestDatabase;
  let folder: string;
  let server: BuiltServer;

  beforeAll(async () => {
    db = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'baton-docs-'));
    server = await startBuiltServer({
      PATH: process.env.PATH,
      BATON_DATA_DIR: join(folder, 'data'),
      DATABASE_URL: db.url,
      BATON_ADMIN_KEY: adminKey,
      BATON_LOG_LEVEL: 'error',
    });
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
    await db.drop();
  });

  const keyOf = ({ key }: Example): Record<string, string> =>
    key === null ? {} : { authorization: `Bearer ${fill(`$${key}`, values)}` };

  test.each(examples.map((example) => [`line ${example.line}`, example] as const))(
    '%s',
    async (_, example) => {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json',
          ...keyOf(example),
        },
        body: JSON.stringify({
          query: example.document,
          variables: JSON.parse(fill(example.variables, values)),
        }),
      });
      const { extensions, ...answer } = (await response.json()) as { data?: unknown; extensions?: unknown };
      expect(differences(example.answer, answer, values)).toEqual([]);
      if (answer.data !== undefined) expect(extensions).toEqual({ cost: COST });
      expect(response.status).toBe(example.status);
    },
  );

  test.skipIf(!hasCurl)('`ask` sends a document by curl (skipped without curl)', async () => {
    const [example] = examples.filter(({ document }) => document.includes('query ReadBack'));
    if (example === undefined) throw new Error('There is no example ReadBack');
    writeFileSync(join(folder, 'document.graphql'), example.document);
    writeFileSync(join(folder, 'variables.json'), example.variables);
    const script = `${blockNamed('ask')}\nask "$ORCHESTRATOR_KEY" document.graphql variables.json`;
    const { stdout } = await run('sh', ['-ec', script], { cwd: folder, env: environment() });
    expect(JSON.parse(stdout)).toMatchObject({ data: { transfer: { id: values.get('TRANSFER') } } });
  });

  test.skipIf(!hasCurl)('a part is read by curl (skipped without curl)', async () => {
    const { stdout } = await run('sh', ['-ec', blockNamed('part')], { env: environment() });
    expect(stdout).toBe(blockNamed('part-bytes').trimEnd());
  });

  test.skipIf(!hasCurl)(
    'an agent sends the id of a document of its manifest (skipped without curl)',
    async () => {
      values.set('GET_STATUS_ID', agentDocuments().get('get_status') ?? '');
      const id = await run('sh', ['-ec', blockNamed('document-id')], { cwd: root });
      expect(id.stdout.trim()).toBe(values.get('GET_STATUS_ID'));
      const { stdout } = await run('sh', ['-ec', blockNamed('by-id')], { env: environment() });
      expect(JSON.parse(stdout)).toEqual({ data: { transfer: null }, extensions: { cost: COST } });
    },
  );

  test.skipIf(!hasCurl)('events are followed by curl (skipped without curl)', async () => {
    const child = spawn('sh', ['-ec', `exec ${blockNamed('sse')}`], {
      env: environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let told = '';
    child.stdout.on('data', (bytes: Buffer) => {
      told += bytes.toString();
    });
    const frame = escapeRegExp(blockNamed('sse-frame').trimEnd()).replace('…', '[0-9a-f]{12}\\.\\d+');
    await expect.poll(() => told).toMatch(new RegExp(`^${frame}\n\n`));
    child.kill();
    await once(child, 'exit');
  });

  const environment = () => ({
    PATH: process.env.PATH,
    BATON_URL: server.url,
    ...Object.fromEntries(values),
  });
});

describe('the checksum', () => {
  const { vectors } = JSON.parse(textOf('sessions/vectors/checksum.json')) as {
    vectors: { name: string; checksum: string }[];
  };
  const expected = vectors.map(({ checksum, name }) => `${checksum}  ${name}`);

  const recompute = async (name: string, program: string): Promise<string[]> => {
    const folder = mkdtempSync(join(tmpdir(), 'baton-docs-'));
    writeFileSync(join(folder, name), blockNamed(name));
    const vectorFile = join(root, 'sessions/vectors/checksum.json');
    const { stdout } = await run(program, [join(folder, name), vectorFile]);
    rmSync(folder, { recursive: true });
    return stdout.trimEnd().split('\n');
  };

  test('recomputed in JavaScript from the published vectors', async () => {
    expect(await recompute('checksum.mjs', process.execPath)).toEqual(expected);
  });

  test.skipIf(!hasPython)(
    'recomputed in Python from the published vectors (skipped without python3)',
    async () => {
      expect(await recompute('checksum.py', 'python3')).toEqual(expected);
    },
  );
});
