import { runRuntime } from '../../runtime/src/index.js';

/** Program: a runtime daemon with the options given as JSON; prints each event as a line of JSON; SIGTERM stops it. */
const options = JSON.parse(process.argv[2] ?? '{}');
const daemon = await runRuntime({ ...options, log: (event) => console.log(JSON.stringify(event)) });
process.once('SIGTERM', () => void daemon.stop());
