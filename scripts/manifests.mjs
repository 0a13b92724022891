import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.mjs';

/** For each kind of credential: the package whose documents it may send, and where codegen lists them. */
const sources = {
  agent: { folder: 'mcp-bridge', documents: 'mcp-bridge/src/gen/persisted-documents.json' },
  runtime: { folder: 'runtime', documents: 'runtime/src/gen/persisted-documents.json' },
};

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/**
 * Writes `api/manifests/<kind>/<release>.json`, a map from document id (`sha256:` and the hex digest of the
 * text) to the text. A release that went out is still asked for by clients in the field, so only the file of
 * each package's present version is written and the others stay as they are.
 */
export function writeManifests() {
  for (const [kind, { folder, documents }] of Object.entries(sources)) {
    if (!existsSync(join(root, documents))) continue;
    const entries = Object.entries(readJson(documents)).sort(([a], [b]) => (a < b ? -1 : 1));
    const release = readJson(join(folder, 'package.json')).version;
    const path = join(root, 'api/manifests', kind, `${release}.json`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
  }
}
