import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, root } from './project.mjs';

/**
 * Replaces, in the README, what stands between `<!-- diagram:NAME -->` and `<!-- /diagram -->` by the diagram
 * that the API prints from its rules, for each name it prints.
 */
export async function writeDiagrams() {
  const { printDiagrams } = await import('../api/dist/index.js');
  const path = join(root, 'README.md');
  let text = readFileSync(path, 'utf8');
  for (const [name, diagram] of Object.entries(printDiagrams())) {
    const place = new RegExp(`(<!-- diagram:${name} -->\n)[^]*?(<!-- /diagram -->)`);
    if (!place.test(text)) throw new Failure(`README.md has no place for the diagram "${name}"`);
    text = text.replace(place, (_, open, close) => `${open}\n${diagram.trim()}\n\n${close}`);
  }
  writeFileSync(path, text);
}
