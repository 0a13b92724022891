import { runRuntime } from '../../runtime/src/index.js';
import { dieAt } from './die-at.js';

/**
 * Program: a runtime daemon with the options given as JSON; prints each event as a line of JSON; SIGTERM stops it. A
 * second argument names, as JSON, the call at which it kills itself.
 */
const options = JSON.parse(process.argv[2] ?? '{}');
if (process.argv[3] !== undefined) dieAt(JSON.parse(process.argv[3]));
const daemon = await runRuntime({ ...options, log: (event) => console.log(JSON.stringify(event)) });
process.once('SIGTERM', () => void daemon.stop());
