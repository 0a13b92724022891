import { join } from 'node:path';
import { root } from './project.mjs';

/**
 * The bridge as one file: a client that starts it does not wait, and a hundred small files are slow to open. It needs
 * nothing beside itself but Node.
 */
export async function bundleBridge() {
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'mcp-bridge/dist/main.js'),
      target: 'node20',
      outDir: join(root, 'mcp-bridge/dist'),
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'baton-mcp.mjs', codeSplitting: false } },
    },
  });
}
