// Records the Claude Code session fixtures anew: node test/clients/record-claude-code.mjs
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const beside = (path) => fileURLToPath(new URL(path, import.meta.url));

// The recorder is TypeScript and Node 20 cannot load it; Vite is here for the tests already.
const { module } = await runnerImport(beside('./record-claude-code.ts'), {
  configFile: false,
  logLevel: 'error',
});
await module.recordClaudeCode(beside('../fixtures'));
