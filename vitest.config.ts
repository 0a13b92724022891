import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  resolve: {
    // Packages resolve to `dist` for Node; tests run the sources, so that no test judges a stale build.
    alias: [
      { find: /^@baton\/(api|cli|runtime|sessions)$/, replacement: `${root}$1/src/index.ts` },
      // Vite would take its ES module build, packages outside take the other one, and the two refuse each other.
      { find: /^graphql$/, replacement: `${root}node_modules/graphql/index.js` },
    ],
  },
  test: {
    include: ['*/src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: './test/support/global-setup.ts',
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Bounds, not expectations: on a busy machine everything takes longer, and a wait that holds ends at once.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    reporters: ['default', './test/support/summary-reporter.ts'],
  },
});
