import { indexPath, isObject, type JsonValue, keyPath } from '../json/value.js';
import { isRawSecret } from './raw-secret.js';

/** Where an MCP config holds a secret: the server and the field, never the value. */
export interface ConfigSecret {
  server: string;
  /** `env.GITHUB_TOKEN`, `headers.Authorization`, `args[2]`, `url`; `line 3` in a file that is no strict JSON. */
  field: string;
}

/** The secrets written out in one server's entry. A name that is itself a secret is shown as …. */
export function secretsOf(server: string, entry: JsonValue): ConfigSecret[] {
  const fields: string[] = [];
  visit(entry, '', '', fields);
  const hidden = isRawSecret('', server);
  if (hidden && !fields.includes('server')) fields.push('server');
  return fields.map((field) => ({ server: hidden ? '…' : server, field }));
}

function visit(value: JsonValue, name: string, path: string, fields: string[]): void {
  if (typeof value === 'string') {
    if (isRawSecret(name, value) || isNamedSecret(value)) fields.push(path);
  } else if (typeof value === 'number') {
    if (/passw|pwd|(?:^|[-_])pin$/i.test(name)) fields.push(path);
  } else if (Array.isArray(value)) {
    visitArguments(value, name, path, fields);
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      // A key that is itself a secret must not be told as the path to it.
      const secretKey = isRawSecret('', key);
      const at = keyPath(path, secretKey ? '…' : key);
      if (secretKey) fields.push(at);
      visit(value[key] as JsonValue, key, at, fields);
    }
  }
}

/** Arguments name their values by `--name=value`, `NAME=value`, `Name: value`, or by the flag that stands before. */
function visitArguments(values: readonly JsonValue[], name: string, path: string, fields: string[]): void {
  values.forEach((value, index) => {
    const before = values[index - 1];
    const flag = typeof before === 'string' ? /^--?([A-Za-z][\w-]*)$/.exec(before)?.[1] : undefined;
    const isValue = typeof value === 'string' && !value.startsWith('-');
    visit(value, isValue && flag !== undefined ? flag : name, indexPath(path, index), fields);
  });
}

/** `--api-key=…`, `GITHUB_TOKEN=…`, `Authorization: Bearer …` inside one string. */
function isNamedSecret(text: string): boolean {
  const named = /^-{0,2}([A-Za-z][\w.-]*)\s*[=:]\s*(?!\/\/)(.+)$/s.exec(text);
  return named !== null && isRawSecret(named[1] as string, named[2] as string);
}
