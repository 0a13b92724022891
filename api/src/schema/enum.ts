import { builder } from './builder.js';

/** UPPER_CASE outside, the lower-case word of table and tools inside; `words` says what each means. */
export function enumOf<Word extends string>(name: string, description: string, words: Record<Word, string>) {
  const values = Object.fromEntries(
    (Object.entries(words) as [Word, string][]).map(([word, meaning]) => [
      word.toUpperCase().replace(/[^A-Z0-9]/g, '_'),
      { value: word, description: meaning },
    ]),
  ) as Record<string, { value: Word; description: string }>;
  return builder.enumType(name, { description, values });
}
