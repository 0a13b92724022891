import { compare, median } from './compare.mjs';
import { startChild } from './parties.mjs';
import { callsOf } from './scene.mjs';

/** A credential holds at most so many sockets. */
const SOCKETS_PER_KEY = 64;
const EVENTS = 10;
const SUBSCRIPTION = `subscription { events { cursor sequence event { id type aggregateId at data } } }`;

/** One event to all sockets, again and again: against `ws` alone sending the same bytes. Delivered per second from the first to the last. */
export async function fanout(context) {
  const lines = [];
  for (const sockets of [1_000, 4_000]) lines.push(await fanoutTo(sockets, context));
  return lines;
}

async function fanoutTo(sockets, { product, adminKey, rounds }) {
  const calls = callsOf(product.port, adminKey);
  const { secret } = await calls.issueKey('ORCHESTRATOR');
  const ours = startChild('socket-load.mjs');
  const groups = [];
  for (let left = sockets; left > 0; left -= SOCKETS_PER_KEY) {
    const { secret: key } = await calls.issueKey('INTEGRATOR');
    const init = { type: 'connection_init', payload: { authorization: `Bearer ${key}` } };
    const subscribe = { type: 'subscribe', id: '1', payload: { query: SUBSCRIPTION } };
    groups.push({
      sockets: Math.min(left, SOCKETS_PER_KEY),
      first: [init, subscribe].map((m) => JSON.stringify(m)),
    });
  }
  await ours.ask({
    open: { port: product.port, path: '/graphql', protocol: 'graphql-transport-ws', groups },
  });
  const bare = startChild('bare.mjs');
  const theirs = startChild('socket-load.mjs');
  const { port } = await bare.ask({ mode: 'fanout' });
  await theirs.ask({
    open: { port, path: '/', groups: groups.map(({ sockets: size }) => ({ sockets: size })) },
  });
  let text = '';

  async function deliver(load, trigger) {
    const rates = [];
    for (let event = 0; event < EVENTS; event += 1) {
      await load.ask({ arm: true });
      const delivered = load.next();
      await trigger();
      const { first, last, text: got } = await delivered;
      text = got;
      rates.push(sockets / ((last - first) / 1000));
    }
    return median(rates);
  }
  const contenders = {
    ours: {
      run: () => deliver(ours, () => calls.stage(secret)),
      parties: { server: product.pid, load: ours.pid },
    },
    bare: {
      run: () => deliver(theirs, () => bare.tell({ text })),
      parties: { server: bare.pid, load: theirs.pid },
    },
  };
  const { ours: mine, bare: other } = await compare(contenders, rounds);
  for (const child of [ours, theirs, bare]) child.stop();
  return {
    bench: 'fanout',
    sockets,
    against: 'ws',
    bytes: text.length,
    ratio: mine.figure / other.figure,
    unit: 'delivered/s',
    ours: mine,
    bare: other,
  };
}
