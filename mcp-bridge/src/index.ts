import { fileURLToPath } from 'node:url';

export { type Env as BridgeEnv, readEnv as readBridgeEnv } from './env.js';
export { createHttpBridge, type HttpOptions } from './http.js';
export { claudeCodeConfig } from './install/claude-code.js';
export { codexConfig } from './install/codex.js';
export { examine, type Finding } from './install/doctor.js';
export { apply, type ClientConfig, ConfigProblem, type Edit, type Entry } from './install/edit.js';
export { serveStdio } from './serve-stdio.js';

/** The bridge as one file, which clients start. */
export const BRIDGE_PROGRAM = fileURLToPath(new URL('./baton-mcp.mjs', import.meta.url));
