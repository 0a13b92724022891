import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERRORS } from '../../api/src/errors.js';
import { DEFAULT_SCOPES, GRANTABLE_SCOPES, ROLE_SCOPES } from '../../api/src/principal/scopes.js';
import { DEFAULT_TIERS } from '../../api/src/settings.js';
import { EXIT } from '../../cli/src/failure.js';
import { fencedBlocks, root, textOf } from './markdown.js';

const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => `docs/${path}`);
const documents = ['README.md', 'CONTEXT.md', 'sessions/README.md', 'test/fixtures/README.md', ...inDocs];

/** Text without fenced blocks, whose brackets are not Markdown. */
const prose = (path: string): string => textOf(path).replace(/^```[\s\S]*?^```$/gm, '');

/** The anchor that a heading gets where Markdown is shown. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (path: string): string[] =>
  [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** Rows of the first table behind `heading`, as cells. */
function tableAfter(path: string, heading: string): string[][] {
  const [, after] = textOf(path).split(`\n${heading}\n`);
  const [table = ''] = /(?:^\|.*\|\n)+/m.exec(after ?? '') ?? [];
  const rows = table.trimEnd().split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const codeIn = (cell: string | undefined): string[] =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

describe.each(documents)('%s', (path) => {
  const links = [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

  test('links to what is there', () => {
    const broken = links
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#');
        const linked = file === '' ? path : normalize(join(dirname(path), file));
        if (!existsSync(join(root, linked))) return true;
        return anchor !== undefined && !anchorsIn(linked).includes(anchor);
      });
    expect(broken).toEqual([]);
  });

  test('names paths that are there', () => {
    const paths = codeIn(prose(path)).filter((word) =>
      /^(?:api|cli|docs|prisma|runtime|scripts|sessions|test|mcp-bridge|\.ci)\/[\w./-]*$/.test(word),
    );
    // From the root of the repository, or from where the document lies.
    const places = (named: string) => [join(root, named), join(root, dirname(path), named)];
    expect(paths.filter((named) => !places(named).some(existsSync))).toEqual([]);
  });
});

test('the map of folders is the tree', () => {
  const mapped = tableAfter('README.md', '## Map of folders').map(([folder]) => codeIn(folder)[0]);
  const tree = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    // Made on this machine, or git's own.
    .filter(
      (name) => (!name.startsWith('.') || name === '.ci') && !['node_modules', 'coverage'].includes(name),
    );
  expect(mapped.toSorted()).toEqual(tree.map((name) => `${name}/`).sort());
});

test('the commands of the README are scripts', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const [first] = fencedBlocks(textOf('README.md'));
  const named = [...(first?.text ?? '').matchAll(/^npm (?:run )?(\w+)/gm)].map(([, name = '']) => name);
  expect(named).toEqual(['demo', 'test']);
  const all = [...textOf('README.md').matchAll(/`npm (?:run )?(?:-s )?(\w+)/g)].map(([, name = '']) => name);
  expect([...named, ...all].filter((name) => scripts[name] === undefined)).toEqual([]);
});

test('every setting stands in docs/operating.md and .env.example, and none that is not read', () => {
  const [, declared = ''] =
    /const variables = z\.object\(\{([\s\S]*?)\n\}\);/.exec(textOf('api/src/env.ts')) ?? [];
  const settings = [...declared.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = '']) => name).sort();
  expect(settings.length).toBeGreaterThan(5);
  const documented = tableAfter('docs/operating.md', '## Settings').map(([name]) => codeIn(name)[0]);
  expect(documented.toSorted()).toEqual(settings);
  const sample = [...textOf('.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(sample.toSorted()).toEqual([...settings, 'BATON_KEY', 'BATON_URL'].sort());
});

test('the default tiers of docs/operating.md are those of the server', () => {
  const block = fencedBlocks(textOf('docs/operating.md')).find(({ text }) => text.includes('sandbox-small'));
  const tiers = DEFAULT_TIERS.map(({ rate: _, ...limits }) => limits);
  expect(JSON.parse(block?.text ?? 'null')).toEqual(tiers);
});

test('the exit codes of docs/operating.md are those of the command line', () => {
  const told = tableAfter('docs/operating.md', '## The command line').map(([code]) => Number(code));
  expect(told).toEqual(Object.values(EXIT));
});

test('the scopes of docs/security.md are those that are granted', () => {
  const rows = new Map(
    tableAfter('docs/security.md', '## What each may do at all').map(([who = '', scopes]) => [
      who,
      codeIn(scopes),
    ]),
  );
  expect(rows.get('admin')).toEqual(ROLE_SCOPES.admin);
  const without = rows.get('operator') ?? [];
  expect(ROLE_SCOPES.admin.filter((scope) => !without.includes(scope))).toEqual(ROLE_SCOPES.operator);
  expect(rows.get('developer')).toEqual(ROLE_SCOPES.developer);
  expect(rows.get('agent')).toEqual(DEFAULT_SCOPES.agent);
  expect(rows.get('orchestrator')).toEqual(DEFAULT_SCOPES.orchestrator);
  expect(rows.get('pool daemon')).toEqual(DEFAULT_SCOPES.runtime);
  expect(rows.get('integrator')).toEqual(GRANTABLE_SCOPES.integrator);
});

test('the refusals of docs/integrating.md are codes of the server', () => {
  const told = tableAfter('docs/integrating.md', '## Refusals').flatMap(([code]) => codeIn(code));
  expect(told.filter((code) => !Object.hasOwn(ERRORS, code))).toEqual([]);
  // What only handoffs and metered models will answer is told when they are there.
  const later = [
    'INVALID_INTENT_PAYLOAD',
    'THREAD_TERMINAL',
    'RECIPIENT_NOT_FOUND',
    'BLOCKED',
    'UNPRICED_MODEL',
  ];
  const faults = ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'UNAVAILABLE'];
  expect([...told, ...later, ...faults].sort()).toEqual(Object.keys(ERRORS).sort());
});
