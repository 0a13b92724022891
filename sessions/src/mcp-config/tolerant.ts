import { type Node, parseTree } from 'jsonc-parser';
import { isObject, type JsonObject, type JsonValue, setKey } from '../json/value.js';

/**
 * What clients read from a config that is no strict JSON: comments, a trailing comma, a byte order mark, a key said
 * twice. Nothing is dropped: which of two values a client takes is its own affair, so both are kept to be judged.
 * Null: no such text.
 */
export function parseTolerantJson(bytes: Uint8Array): JsonValue | null {
  const errors: { error: number }[] = [];
  const tree = parseTree(new TextDecoder('utf-8').decode(bytes), errors as never, {
    allowTrailingComma: true,
  });
  return tree === undefined || errors.length > 0 ? null : toValue(tree);
}

function toValue({ type, value, children = [] }: Node): JsonValue {
  if (type === 'array') return children.map(toValue);
  if (type !== 'object') return value as JsonValue;
  const object: JsonObject = {};
  for (const { children: [key, child] = [] } of children) {
    if (key === undefined || child === undefined) continue;
    const name = key.value as string;
    const next = toValue(child);
    setKey(object, name, Object.hasOwn(object, name) ? both(object[name] as JsonValue, next) : next);
  }
  return object;
}

/** Two values of one key: objects joined, anything else side by side. */
function both(first: JsonValue, second: JsonValue): JsonValue {
  if (!isObject(first) || !isObject(second)) return [first, second];
  const joined: JsonObject = { ...first };
  for (const [key, value] of Object.entries(second)) {
    setKey(joined, key, Object.hasOwn(joined, key) ? both(joined[key] as JsonValue, value) : value);
  }
  return joined;
}
