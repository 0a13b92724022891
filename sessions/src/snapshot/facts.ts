import { INLINE_PATHS } from './inline.js';
import { JsonArrayFacts } from './json-array-facts.js';
import { JsonLinesFacts } from './json-lines-facts.js';

/**
 * What source and destination compare to know that the same session arrived: how many entries, and the sha256
 * (lower-case hex) of the last one's bytes as stored; null when there is none.
 */
export interface PartFacts {
  entries: number;
  lastEntrySha256: string | null;
}

/** Takes a part's bytes piece by piece, in constant memory. */
export interface FactsReader {
  write(chunk: Uint8Array): void;
  end(): PartFacts;
}

/**
 * The part whose entries stand for the session: the inline message history, else the first `*.jsonl` in manifest
 * order, else none.
 */
export function mainPart<P extends { path: string }>(parts: readonly P[]): P | undefined {
  return (
    parts.find(({ path }) => path === INLINE_PATHS.messageHistory) ??
    parts.find(({ path }) => path.endsWith('.jsonl'))
  );
}

/**
 * How a part is counted, by its path alone, so that both ends choose alike: `messages.json` by the elements of its
 * array, `*.jsonl` by its lines. Null: such a part has no entries.
 */
export function factsReader(path: string): FactsReader | null {
  if (path === INLINE_PATHS.messageHistory) return new JsonArrayFacts();
  if (path.endsWith('.jsonl')) return new JsonLinesFacts();
  return null;
}

const NONE: PartFacts = { entries: 0, lastEntrySha256: null };

/** Facts of a part held in memory; a part that has no entries gives 0 and null. */
export function partFacts(bytes: Uint8Array, path: string): PartFacts {
  const reader = factsReader(path);
  reader?.write(bytes);
  return reader?.end() ?? NONE;
}

/** Facts of a part that streams by. */
export async function streamedPartFacts(chunks: AsyncIterable<Uint8Array>, path: string): Promise<PartFacts> {
  const reader = factsReader(path);
  for await (const chunk of chunks) reader?.write(chunk);
  return reader?.end() ?? NONE;
}
