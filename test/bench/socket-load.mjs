/**
 * Holds WebSockets open and times what comes to all of them. A process of its own, told by IPC:
 * `{ open: { port, path, protocol?, groups } }`, a group being `{ sockets, first? }` with what each socket sends, one after
 * the other, each after an answer; answers `{ opened }`.
 * `{ arm: true }`: the next message to each socket is timed; answers `{ armed }`, then `{ first, last, bytes, text }` when
 * all have it: milliseconds of this process's clock.
 */
import { WebSocket } from 'ws';

const all = [];
let round = null;

function onMessage(data) {
  if (round === null) return;
  const now = performance.now();
  round.first ??= now;
  round.left -= 1;
  if (round.left > 0) return;
  process.send({ first: round.first, last: now, bytes: data.length, text: data.toString() });
  round = null;
}

function open({ port, path, protocol }, first = []) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocol ? [protocol] : [], {
      perMessageDeflate: false,
    });
    const [init, ...rest] = first;
    const ready = () => {
      for (const text of rest) socket.send(text);
      socket.removeAllListeners('message');
      socket.on('message', onMessage);
      resolve(socket);
    };
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`closed with ${code}`)));
    socket.on('open', () => (init === undefined ? ready() : socket.send(init)));
    if (init !== undefined) socket.once('message', ready);
  });
}

process.on('message', async (order) => {
  if (order.arm) {
    round = { left: all.length };
    process.send({ armed: true });
    return;
  }
  for (const { sockets, first } of order.open.groups) {
    all.push(...(await Promise.all(Array.from({ length: sockets }, () => open(order.open, first)))));
  }
  process.send({ opened: all.length });
});
