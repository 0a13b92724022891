import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The text of a file of the repository; `path` is relative to its root. */
export const textOf = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** A fenced block: its language, the words behind it, its text and the line it starts on. */
export interface Block {
  readonly language: string;
  readonly words: readonly string[];
  readonly text: string;
  readonly line: number;
}

/** The fenced blocks of a Markdown text, in order. */
export function fencedBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const found of markdown.matchAll(/^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm)) {
    const [, language = '', info = '', text = ''] = found;
    const line = markdown.slice(0, found.index).split('\n').length;
    blocks.push({ language, words: info.split(' ').filter(Boolean), text, line });
  }
  return blocks;
}

/** One call of the documentation: what is sent, with which key, and what comes back. */
export interface Example {
  /** Line of its document. */
  readonly line: number;
  readonly document: string;
  /** Name of the variable that holds the key; null: the call carries none. */
  readonly key: string | null;
  /** JSON text, `$NAME` standing for values of the run. */
  readonly variables: string;
  /** The body, as JSON. */
  readonly answer: unknown;
  readonly status: number;
}

/**
 * The examples among the blocks: a `graphql` block, its `json variables` if it takes any, its `json answer`.
 * Throws when a document has no answer, or a block of an example stands alone.
 */
export function examplesIn(blocks: readonly Block[]): Example[] {
  const examples: Example[] = [];
  let open: Block | undefined;
  let variables = '{}';
  for (const block of blocks) {
    if (block.language === 'graphql') {
      if (open) throw new Error(`The document in line ${open.line} has no answer`);
      open = block;
      variables = '{}';
    } else if (block.language === 'json' && block.words[0] === 'variables') {
      if (!open) throw new Error(`The variables in line ${block.line} belong to no document`);
      variables = block.text;
    } else if (block.language === 'json' && block.words[0] === 'answer') {
      if (!open) throw new Error(`The answer in line ${block.line} belongs to no document`);
      examples.push(exampleOf(open, variables, block));
      open = undefined;
    }
  }
  if (open) throw new Error(`The document in line ${open.line} has no answer`);
  return examples;
}

function exampleOf(document: Block, variables: string, answer: Block): Example {
  const key = wordOf(document, 'key') ?? 'ORCHESTRATOR_KEY';
  return {
    line: document.line,
    document: document.text,
    key: key === 'none' ? null : key,
    variables,
    answer: JSON.parse(answer.text),
    status: Number(wordOf(answer, 'status') ?? 200),
  };
}

const wordOf = ({ words }: Block, name: string): string | undefined =>
  words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);

/** `text` with each `$NAME` replaced by its value; throws when a name has none. */
export function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\$([A-Z][A-Z0-9_]*)/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`Nothing before this gave $${name}`);
    return value;
  });
}

/**
 * How `actual` differs from the answer in the text, one line a difference. In the text `"$NAME"` stands for a value
 * that is kept under this name when it is new and must be the same when it is known, `"…"` for any string, number or
 * object that is there.
 */
export function differences(
  expected: unknown,
  actual: unknown,
  values: Map<string, string>,
  path = '',
): string[] {
  if (expected === '…') return actual === null || actual === undefined ? [`${path} is absent`] : [];
  if (typeof expected === 'string' && /^\$[A-Z][A-Z0-9_]*$/.test(expected)) {
    const name = expected.slice(1);
    if (!values.has(name) && typeof actual === 'string') values.set(name, actual);
    return values.get(name) === actual
      ? []
      : [`${path} is ${JSON.stringify(actual)}, not the ${expected} from before`];
  }
  if (isComposite(expected) && isComposite(actual) && Array.isArray(expected) === Array.isArray(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) => differences(expected[key], actual[key], values, `${path}.${key}`));
  }
  return expected === actual
    ? []
    : [`${path} is ${JSON.stringify(actual)}, the text says ${JSON.stringify(expected)}`];
}

const isComposite = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
