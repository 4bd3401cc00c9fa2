import pg from 'pg';
import { type PostgresUrl, type ServerTarget } from '../config/postgres-url.js';

const PROBE_MS = 2000;

/** A server that takes no writes: a replica, one that was demoted, or one whose settings say so. The code is
 *  PostgreSQL's own for a write that it refuses. */
export class ReadOnlyServer extends Error {
  readonly code = '25006';

  constructor() {
    super('The server takes no writes');
  }
}

/** The servers of one URL. Remembers which one was found, until a connection to it fails. */
export class Servers {
  private found: Promise<string> | null = null;

  constructor(
    private readonly urls: PostgresUrl['servers'],
    private readonly target: ServerTarget,
  ) {}

  get areSeveral(): boolean {
    return this.urls.length > 1;
  }

  /** URL of the server to connect to. Asks all at once where several are named.
   *  @throws Error of the server that came closest to what is wanted */
  async find(): Promise<string> {
    if (!this.areSeveral) return this.urls[0];
    this.found ??= this.search();
    return this.found;
  }

  /** Has the next connection look for a server again. */
  forget(): void {
    this.found = null;
  }

  /** @throws ReadOnlyServer where writes are wanted and the server takes none */
  async check(client: pg.ClientBase): Promise<void> {
    if (this.target === 'any') return;
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyServer();
  }

  private async search(): Promise<string> {
    const searching = Promise.any(this.urls.map((url) => this.probe(url)));
    return searching.catch((error: unknown) => {
      this.forget();
      throw closest(error);
    });
  }

  private async probe(url: string): Promise<string> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
      application_name: 'pagegrade probe',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await this.check(client);
      return url;
    } finally {
      client.end().catch(() => undefined);
    }
  }
}

/** A server that answers says more than one that can't be reached. */
function closest(error: unknown): unknown {
  if (!(error instanceof AggregateError)) return error;
  const errors = error.errors as unknown[];
  return (
    errors.find((each) => each instanceof ReadOnlyServer || each instanceof pg.DatabaseError) ?? errors[0]
  );
}
