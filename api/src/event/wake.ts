import pg from 'pg';

/** Tells all instances that something may have been committed. Hints: coalesced, without data, sometimes lost. */
export interface Wake {
  /** Called after a commit of ours. */
  hint(): void;
  /** Called when any instance hinted, this one included, and whenever hints may have been missed. */
  onWake(listener: () => void): void;
  /** Called when credentials changed anywhere, and whenever that may have been missed. */
  onRights(listener: () => void): void;
  stop(): Promise<void>;
}

export interface PostgresWakeOptions {
  readonly pool: pg.Pool;
  /** For the one connection that listens. No transaction pooler may stand before it. */
  readonly url: string;
  readonly onError: (error: unknown) => void;
}

const CHANNEL = 'baton_wake';
/** Notified by the database itself where a credential loses rights. */
const RIGHTS_CHANNEL = 'baton_rights';
/** Hints of one instance within this time are one. NOTIFY inside each transaction cost five sixths of the commits. */
const COALESCE_MS = 10;
const RECONNECT_MS = 250;

/** Wake-ups by LISTEN and NOTIFY, on a dedicated connection that comes back by itself. */
export function startPostgresWake({ pool, url, onError }: PostgresWakeOptions): Wake {
  const listeners = { wake: [] as (() => void)[], rights: [] as (() => void)[] };
  const wake = (): void => {
    for (const listener of listeners.wake) listener();
  };
  const rights = (): void => {
    for (const listener of listeners.rights) listener();
  };
  let client: pg.Client | null = null;
  let hinting: NodeJS.Timeout | null = null;
  let reconnecting: NodeJS.Timeout | null = null;
  let stopped = false;

  async function listen(): Promise<void> {
    reconnecting = null;
    const next = new pg.Client({
      connectionString: url,
      application_name: 'baton wake',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    client = next;
    let lost = false;
    const onLost = (error?: unknown): void => {
      if (lost || stopped) return;
      lost = true;
      if (error !== undefined) onError(error);
      next.end().catch(() => undefined);
      reconnecting = setTimeout(() => void listen(), RECONNECT_MS);
    };
    next.on('error', onLost);
    next.on('end', () => onLost());
    next.on('notification', ({ channel }) => (channel === RIGHTS_CHANNEL ? rights() : wake()));
    try {
      await next.connect();
      await next.query(`LISTEN ${CHANNEL}; LISTEN ${RIGHTS_CHANNEL}`);
      // What was said while nobody listened.
      wake();
      rights();
    } catch (error) {
      onLost(error);
    }
  }

  void listen();
  return {
    hint() {
      // This instance need not wait for its own notification.
      wake();
      hinting ??= setTimeout(() => {
        hinting = null;
        // A lost hint is covered by the slow poll.
        pool.query(`NOTIFY ${CHANNEL}`).catch(onError);
      }, COALESCE_MS);
    },
    onWake(listener) {
      listeners.wake.push(listener);
    },
    onRights(listener) {
      listeners.rights.push(listener);
    },
    async stop() {
      stopped = true;
      if (hinting) clearTimeout(hinting);
      if (reconnecting) clearTimeout(reconnecting);
      await client?.end().catch(() => undefined);
    },
  };
}
