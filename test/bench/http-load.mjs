/**
 * Sends requests over keep-alive connections, each its next one when the last is answered. A process of its own, told
 * by IPC: `{ port, path, headers, connections, ms, run, bodies }`, `bodies` being JSON texts taken in turn, `$N` in them
 * a number never sent before. Answers `{ requests, perSecond, p50, p99, wrong, sample }` (milliseconds).
 */
import { connect } from 'node:net';

let number = 0;

process.on('message', async ({ port, path, headers, connections, ms, run, bodies, expect }) => {
  const latencies = [];
  let wrong = 0;
  let sample = '';
  const started = performance.now();
  const until = started + ms;

  const one = (index) =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      let text = '';
      let sent = 0;
      let turn = index;
      const send = () => {
        number += 1;
        const body = bodies[turn % bodies.length].replace('$N', `${run}-${number}`);
        turn += connections;
        sent = performance.now();
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: bench\r\n${headers}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
        const head = text.indexOf('\r\n\r\n');
        if (head === -1) return;
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
        if (Number.isNaN(length)) return reject(new Error(`an answer without a length: ${text}`));
        if (text.length < head + 4 + length) return;
        const now = performance.now();
        latencies.push(now - sent);
        if (!text.includes(expect)) {
          wrong += 1;
          sample ||= text;
        }
        text = '';
        if (now < until) send();
        else {
          socket.end();
          resolve();
        }
      });
    });

  await Promise.all(Array.from({ length: connections }, (_, index) => one(index)));
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.floor(share * (latencies.length - 1))];
  process.send({
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    wrong,
    sample,
  });
});
