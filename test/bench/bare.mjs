/**
 * What the product is measured against, each the least that does the same work. A process of its own, told by IPC:
 * `{ mode: 'report', databaseUrl, argument }`: node:http and pg, pool 16, the statement prepared, one report a request.
 *   A request's body is JSON whose fields go over `argument`, the move's argument as the product builds it.
 * `{ mode: 'fanout' }`: `ws` alone; the message `{ text }` goes to every socket.
 * Answers `{ port }` when it listens on loopback.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import { WebSocketServer } from 'ws';

function reportServer({ databaseUrl, argument }) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });
  const statement = { name: 'report', text: 'SELECT transfer_report_usage($1::jsonb) AS answer' };
  return createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      const report = { ...argument, ...JSON.parse(Buffer.concat(chunks).toString()) };
      const { rows } = await pool.query({ ...statement, values: [JSON.stringify([report])] });
      const body = JSON.stringify(rows[0].answer);
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    });
  });
}

function fanoutServer() {
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  process.on('message', ({ text }) => {
    for (const socket of sockets.clients) socket.send(text);
  });
  return server;
}

process.once('message', (order) => {
  const server = order.mode === 'report' ? reportServer(order) : fanoutServer();
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
});
