// Records the Codex session fixtures anew: node test/clients/record-codex.mjs
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const beside = (path) => fileURLToPath(new URL(path, import.meta.url));

// The recorder is TypeScript and Node 20 cannot load it; Vite is here for the tests already.
const { module } = await runnerImport(beside('./record-codex.ts'), { configFile: false, logLevel: 'error' });
await module.recordCodex(beside('../fixtures'));
