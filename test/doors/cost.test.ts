import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { costOf } from '../../api/src/http/document-cost.js';
import { shapeOf } from '../../api/src/http/document-shape.js';
import { DOCUMENT_LIMITS } from '../../api/src/http/limits.js';
import { schema } from '../../api/src/schema/index.js';
import { shows } from '../requirements.js';

const shelf = buildSchema(`
  type Query { book: Book books(first: Int, last: Int): Books! shelf(first: Int = 7): [Book!]! }
  type Mutation { write(title: String): Book }
  type Books { edges: [Edge!]! size: Int }
  type Edge { node: Book }
  type Book implements Named { title: String tags: [String!] author: Person pages: [Page!] notes(first: Int): Notes }
  type Notes { edges: [NoteEdge!]! }
  type NoteEdge { text: String }
  interface Named { title: String }
  type Person { name: String }
  type Page { text: String }
`);

describe(`${shows('D3')}the cost of a document, by hand`, () => {
  const TITLES = '{ edges { node { title } } }';
  test.each<[string, string, number, Record<string, unknown>?]>([
    ['a leaf and what holds it', '{ book { title } }', 2],
    ['a list of leaves is one', '{ book { tags } }', 2],
    ['__typename', '{ __typename book { __typename } }', 3],
    ['a bounded list counts ten times', '{ book { pages { text } } }', 1 + 10 * 2],
    ['a page without a number counts twenty rows', `{ books ${TITLES} }`, 1 + 20 * 3],
    ['first', `{ books(first: 5) ${TITLES} }`, 1 + 5 * 3],
    ['last', `{ books(last: 6) ${TITLES} }`, 1 + 6 * 3],
    ['the larger of both', `{ books(first: 5, last: 6) ${TITLES} }`, 1 + 6 * 3],
    ['none', `{ books(first: 0) ${TITLES} }`, 1],
    ['less than none', `{ books(first: -5) ${TITLES} }`, 1],
    ['null is no number', `{ books(first: null) ${TITLES} }`, 1 + 20 * 3],
    ["an argument's own default", '{ shelf { title } }', 1 + 7 * 1],
    ['a number in its place', '{ shelf(first: 3) { title } }', 1 + 3 * 1],
    ['a variable', `query ($n: Int) { books(first: $n) ${TITLES} }`, 1 + 4 * 3, { n: 4 }],
    ['a variable that is not given', `query ($n: Int) { books(first: $n) ${TITLES} }`, 1 + 20 * 3],
    ["a variable's default", `query ($n: Int = 9) { books(first: $n) ${TITLES} }`, 1 + 9 * 3],
    [
      'a variable in place of its default',
      `query ($n: Int = 9) { books(first: $n) ${TITLES} }`,
      1 + 2 * 3,
      { n: 2 },
    ],
    [
      'null in place of its default',
      `query ($n: Int = 9) { books(first: $n) ${TITLES} }`,
      1 + 20 * 3,
      { n: null },
    ],
    ["an argument's default behind a variable", 'query ($n: Int) { shelf(first: $n) { title } }', 1 + 7 * 1],
    ['what is no number', `query ($n: Int) { books(first: $n) ${TITLES} }`, 1 + 20 * 3, { n: '50' }],
    [
      'a page in a page',
      '{ books(first: 5) { edges { node { notes(first: 4) { edges { text } } } } } }',
      1 + 5 * (1 + 1 + 1 + 4 * 2),
    ],
    [
      'fragments, wherever they are spread',
      '{ book { ...f ...f } } fragment f on Book { title author { name } }',
      7,
    ],
    [
      'a list in a fragment of a page',
      '{ books(first: 5) { ...f } } fragment f on Books { edges { node { title } } }',
      16,
    ],
    ['inline fragments', '{ book { ... on Named { title } ... { title } } }', 3],
    ['aliases', '{ a: book { title } b: book { title } }', 4],
    ['what may be skipped', 'query ($x: Boolean!) { book @skip(if: $x) { title } }', 2, { x: true }],
    ['a mutation', 'mutation { write(title: "x") { title } }', 2],
  ])('%s', (_, text, cost, variables) => {
    const document = parse(text);
    expect(validate(shelf, document)).toEqual([]);
    expect(costOf(shelf, document, { variables })).toBe(cost);
    // What was kept of the first time is right for the second.
    expect(costOf(shelf, document, { variables })).toBe(cost);
  });

  test('each operation of a document has its own', () => {
    const document = parse('query a { book { title } } query b { book { title tags } }');
    expect(costOf(shelf, document, { operationName: 'a' })).toBe(2);
    expect(costOf(shelf, document, { operationName: 'b' })).toBe(3);
    expect(costOf(shelf, document, { operationName: 'c' })).toBe(0);
  });

  test('one document with other numbers has another', () => {
    const document = parse(`query ($n: Int) { books(first: $n) ${TITLES} }`);
    expect([1, 2, 1].map((n) => costOf(shelf, document, { variables: { n } }))).toEqual([4, 7, 4]);
  });

  test('what is beyond all numbers is still a number', () => {
    const text = `{ books(first: 2147483647) { edges { node { ${'notes(first: 2147483647) { edges { text } }'} } } } }`;
    const variables = { n: 1e308 };
    expect(costOf(shelf, parse(text), {})).toBe(Number.MAX_SAFE_INTEGER);
    expect(costOf(shelf, parse(`query ($n: Int) { books(first: $n) ${TITLES} }`), { variables })).toBe(
      Number.MAX_SAFE_INTEGER,
    );
  });
});

describe(`${shows('D3')}the documents of this repository, with full pages`, () => {
  const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const files = [
    'cli/src/gen/persisted-documents.json',
    'runtime/src/gen/persisted-documents.json',
    ...['agent', 'runtime'].flatMap((kind) =>
      readdirSync(root(`api/manifests/${kind}`)).map((name) => `api/manifests/${kind}/${name}`),
    ),
  ];
  test.each(files)('%s is within every limit', (file) => {
    const texts = Object.values(JSON.parse(readFileSync(root(file), 'utf8')) as Record<string, string>);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      const document = parse(text, { maxTokens: DOCUMENT_LIMITS.tokens });
      const { depth, aliases, directives } = shapeOf(document);
      expect(depth, text).toBeLessThanOrEqual(DOCUMENT_LIMITS.depth);
      expect(aliases, text).toBeLessThanOrEqual(DOCUMENT_LIMITS.aliases);
      expect(directives, text).toBeLessThanOrEqual(DOCUMENT_LIMITS.directives);
      const cost = costOf(schema, document, { variables: { first: 100 } });
      expect(cost, text).toBeLessThanOrEqual(DOCUMENT_LIMITS.cost);
    }
  });
});
