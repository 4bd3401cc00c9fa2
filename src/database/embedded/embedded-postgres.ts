import { mkdir, realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { adoptFiles } from './adoption.js';
import { Cluster } from './cluster.js';
import { prepareBinaries } from './postgres-binaries.js';
import { unprivileged } from './unprivileged.js';

/** A running PostgreSQL server that belongs to one data directory. */
export interface EmbeddedPostgres {
  /** `postgresql://…` of the database "pagegrade" on 127.0.0.1. */
  readonly url: string;
  /** Stops the server, unless another process still uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Server settings beyond the defaults, `{fsync: 'off'}`. */
  readonly settings?: Readonly<Record<string, string>>;
}

const DATABASE = 'pagegrade';
/** Name of the connections that only look whether anybody else is connected. */
const LAST_LOOK = 'pagegrade last look';
const WATCH_MS = 1000;

/** Starts PostgreSQL with its files in `dataDir`, or joins the server that already runs there
 *  (left behind by a process that was killed, or shared with a command line beside it).
 *  Starts it again if it is killed.
 *  @param dataDir absolute path; made if missing
 *  @throws Error where the machine can't run the server, saying what to do */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true });
  const wanted = await realpath(dataDir);
  const runner = await unprivileged(wanted);
  if (runner.directory !== wanted) {
    process.stderr.write(`PostgreSQL's files are in ${runner.directory}, because it does not run as root.\n`);
  }
  await adoptFiles(wanted, runner);
  const cluster = new Cluster(runner, await prepareBinaries(runner), options.settings ?? {});
  await cluster.initialize();
  const port = await cluster.start();
  const url = `postgresql://postgres:${await cluster.password()}@127.0.0.1:${String(port)}`;
  await createDatabase(url);
  const watch = setInterval(() => void cluster.revive(), WATCH_MS).unref();
  return {
    url: `${url}/${DATABASE}`,
    async stop() {
      clearInterval(watch);
      if (!(await hasOtherClients(url))) await cluster.stop();
    },
  };
}

/** Several processes may try at once: then all but one are refused, and find the database at the next look. */
async function createDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (let attempt = 1; ; attempt++) {
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
      if (found.rowCount !== 0) return;
      try {
        await client.query(`CREATE DATABASE ${DATABASE}`);
      } catch (error) {
        if (attempt === 20) throw error;
        await sleep(100);
      }
    }
  });
}

async function hasOtherClients(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const others = await client.query(
      `SELECT 1 FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND application_name <> '${LAST_LOOK}' LIMIT 1`,
    );
    return others.rowCount !== 0;
  }).catch(() => false);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: `${url}/postgres`,
    connectionTimeoutMillis: 5000,
    application_name: LAST_LOOK,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
