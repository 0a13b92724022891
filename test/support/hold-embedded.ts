import { startEmbeddedPostgres } from '../../api/src/db/embedded.js';

/** Program: starts the embedded database on the directory named first, prints its URL, and holds it until SIGTERM. */
const server = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  log: (line) => console.error(line),
});
console.log(server.url);
const life = setInterval(() => undefined, 60_000);
process.once('SIGTERM', () => {
  void server.stop().then(() => clearInterval(life));
});
