#!/usr/bin/env node
import { readEnv } from './env.js';
import { serveStdio } from './serve-stdio.js';

/** Program: `baton-mcp`, the agents' tools on stdin and stdout. */

const code = await serveStdio({
  env: readEnv(),
  args: process.argv.slice(2),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});
// Sockets that a call left open must not keep a process whose client has gone.
process.exit(code);
