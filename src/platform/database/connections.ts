import pg from 'pg';
import { readPostgresUrl, type ServerTarget } from '../config/postgres-url.js';
import { settlesWithin } from '../../basics/settles-within.js';
import { ConnectionFailed } from './connection-failed.js';
import { Servers } from './servers.js';

/** A connection that the server does not close is broken off this long after it was ended. */
const END_LIMIT_MS = 1000;

/** What forwards connections forgets those that say nothing for minutes: 4 at Azure's load balancers, 350 s at those of AWS.
 *  Linux begins after two hours. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

/** All connections of one kind. The only place where connections are made: each leads to a server that fits the URL's
 *  `target_session_attrs`, so that none outlives a time in which the database was read-only. */
export class Connections {
  private readonly open = new Set<pg.Client>();
  private readonly connectionString: string;
  private readonly Client: ReturnType<typeof clientTo>;

  /** @param target where the URL names none */
  constructor(url: string, target: ServerTarget = 'read-write') {
    const read = readPostgresUrl(url) ?? { servers: [url] as const, target: null };
    this.connectionString = read.servers[0];
    this.Client = clientTo(new Servers(read.servers, read.target ?? target), this.open);
  }

  client(options: pg.ClientConfig): pg.Client {
    return new this.Client({ ...options, ...KEEP_ALIVE, connectionString: this.connectionString });
  }

  pool(options: pg.PoolConfig): pg.Pool {
    const pool = new pg.Pool({ ...options, ...this.poolOptions });
    pool.on('error', () => undefined);
    // The clients have one already, but graphile-worker warns of pools without it.
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }

  /** For a pool that a library makes. */
  get poolOptions(): pg.PoolConfig {
    return { ...KEEP_ALIVE, connectionString: this.connectionString, Client: this.Client };
  }

  /** Ends a pool of {@link pool}, and breaks off what has not ended in time. */
  async end(pool: pg.Pool, limitMs: number): Promise<void> {
    if (!pool.ending) await settlesWithin(limitMs, pool.end());
    for (const client of this.open) client.connection.stream.destroy();
  }
}

type ConnectCallback = Parameters<pg.Client['connect']>[0];
type EndCallback = (error: Error) => void;

/** Breaks off a connection that has not answered a statement within the driver's limit, which is above PostgreSQL's own: what
 *  the statement did is unknown, and a transaction may be open that its next user would write in. */
function breakOffUnanswered(client: pg.Client): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  const look = (error: unknown) => {
    if (error instanceof Error && error.message === 'Query read timeout') client.connection.stream.destroy();
  };
  Object.assign(client, {
    query: (...parameters: unknown[]) => {
      const callback = parameters.at(-1);
      if (typeof callback === 'function')
        return query(...parameters.slice(0, -1), (error: unknown, ...result: unknown[]) => {
          look(error);
          (callback as (...parts: unknown[]) => void)(error, ...result);
        });
      const answered = query(...parameters);
      if (answered instanceof Promise) answered.catch(look);
      return answered;
    },
  });
}

/** The driver's client, which knows one host alone and checks nothing. */
function clientTo(servers: Servers, open: Set<pg.Client>) {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      // What breaks it shows in its queries, and in the pool.
      this.on('error', () => undefined);
      breakOffUnanswered(this);
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
      const connected = this.toServer();
      if (!callback) return connected;
      const call = callback as (error: unknown) => void;
      connected.then(() => {
        call(null);
      }, call);
      return undefined;
    }

    override end(): Promise<void>;
    override end(callback: EndCallback): void;
    override end(callback?: EndCallback): Promise<void> | undefined {
      const { stream } = this.connection;
      if (!stream.destroyed) {
        const timer = setTimeout(() => stream.destroy(), END_LIMIT_MS);
        stream.once('close', () => {
          clearTimeout(timer);
        });
      }
      if (!callback) return super.end();
      super.end(callback);
      return undefined;
    }

    private async toServer(): Promise<pg.Client> {
      try {
        const { hostname, port } = new URL(await servers.find());
        // The pool gives up by destroying the stream, and would not know of a connection that is made all the same.
        if (this.connection.stream.destroyed) throw new Error('timeout exceeded when trying to connect');
        if (servers.areSeveral) {
          this.host = hostname.replace(/^\[|\]$/g, '');
          this.port = Number(port || 5432);
        }
        await super.connect();
        open.add(this);
        this.once('end', () => open.delete(this));
        await servers.check(this);
        return this;
      } catch (error) {
        servers.forget();
        this.end().catch(() => undefined);
        throw new ConnectionFailed(error);
      }
    }
  };
}
