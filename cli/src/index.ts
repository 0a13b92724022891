export { type Env, readEnv } from './env.js';
export { run, type RunOptions } from './program.js';
