import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { join } from 'node:path';

/** A TCP relay in front of a database, to take it away from one client alone. */
export interface Relay {
  /** Connection string through the relay. */
  url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Lets bytes lie: connections stand, nothing comes through. */
  hang(): void;
  /** Lets everything through again, on the same port. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function openRelay(databaseUrl: string): Promise<Relay> {
  const sockets = new Set<Socket>();
  let hanging = false;
  const server = createServer((client) => {
    const upstream = connect(targetOf(databaseUrl));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      if (hanging) from.pause();
      from
        .on('error', () => to.destroy())
        .on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const { port } = server.address() as { port: number };
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  url.searchParams.delete('host');
  return {
    url: url.href,
    cut,
    hang: () => {
      hanging = true;
      for (const socket of sockets) socket.pause();
    },
    restore: async () => {
      hanging = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(port);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}

/** libpq's rules: a host that is a path is the folder of a Unix socket. */
function targetOf(databaseUrl: string): NetConnectOpts {
  const url = new URL(databaseUrl);
  const port = Number(url.port || 5432);
  const host = url.searchParams.get('host') ?? url.hostname;
  return host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };
}
