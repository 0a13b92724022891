import { parseStrictJson, type StrictJsonOptions } from './parse.js';
import { isBlank, splitLines } from './split-lines.js';
import { IssueList, indexPath, type JsonValue, type Result } from './value.js';

/**
 * JSON Lines as one array: each line that is not blank is one value and passes the strict door by itself.
 * Issues name the line in the whole text and the element's path. A last line cut short is refused, never dropped.
 */
export function parseStrictJsonLines(
  bytes: Uint8Array,
  options: StrictJsonOptions = {},
): Result<JsonValue[]> {
  const values: JsonValue[] = [];
  const list = new IssueList();
  let line = 0;
  for (const content of splitLines(bytes)) {
    line++;
    if (isBlank(content)) continue;
    const path = indexPath(options.path ?? '', values.length);
    const parsed = parseStrictJson(content, { ...options, path });
    if (parsed.ok) {
      values.push(parsed.value);
      continue;
    }
    for (const { path: at, code, message, column } of parsed.issues) {
      const said = message.replace(/^line \d+, column \d+: /, '');
      list.addPlaced(at, code, said, { line, column: column ?? 1 });
    }
    values.push(null);
  }
  return list.result(values);
}
