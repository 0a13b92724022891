export { type Env, readEnv } from './env.js';
export { type RunOptions, run } from './program.js';
