import { constants, existsSync } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDirectory } from '../../basics/make-directory.js';
import { writeFaultOf } from '../../basics/write-fault.js';
import { adoptFiles } from './adoption.js';
import { Cluster, type ClusterOptions } from './cluster.js';
import { installedBinaries, prepareBinaries } from './postgres-binaries.js';
import { type Addresses, addressesOf, administer, ADMINISTRATION, prepareDatabase } from './service-role.js';
import { unprivileged } from './unprivileged.js';

/** A running PostgreSQL server that belongs to one data directory. */
export interface EmbeddedPostgres {
  /** `postgresql://…` of the database "pagegrade" on 127.0.0.1, as its owner, who is no superuser. */
  readonly url: string;
  /** The same database as the superuser. */
  readonly administratorUrl: string;
  /** Stops the server, unless another process still uses it. */
  stop(): Promise<void>;
}

const WATCH_MS = 1000;
/** PostgreSQL lists a session until it has noticed that its connection is closed. */
const CLOSING_MS = 500;

/** Starts PostgreSQL with its files in `dataDir`, or joins the server that already runs there
 *  (left behind by a process that was killed, or shared with a command line beside it).
 *  Starts it again if it is killed.
 *  @param dataDir absolute path; made if missing
 *  @throws Error if this machine can't run the server, saying what to do */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: ClusterOptions = {},
): Promise<EmbeddedPostgres> {
  const binaries = await installedBinaries(options.isTemporary === true);
  const wanted = await usable(dataDir);
  const runner = await unprivileged(wanted, options);
  if (runner.directory !== wanted) {
    process.stderr.write(`PostgreSQL's files are in ${runner.directory}, because it does not run as root.\n`);
  }
  await adoptFiles(wanted, runner);
  const cluster = new Cluster(runner, await prepareBinaries(binaries, runner), options);
  await cluster.initialize();
  const addresses = addressesOf(await cluster.start(), await cluster.password());
  await prepareDatabase(addresses);
  const watch = setInterval(() => void cluster.revive(), WATCH_MS).unref();
  return {
    ...addresses,
    async stop() {
      clearInterval(watch);
      if (options.isTemporary || !(await hasOthersFor(CLOSING_MS, addresses))) await cluster.stop();
    },
  };
}

/** Makes the directory if it is missing.
 *  @returns its real path
 *  @throws Error if this process can't keep files there, or if the directory belongs to another PostgreSQL server */
async function usable(dataDir: string): Promise<string> {
  try {
    await makeDirectory(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(
      `DATA_DIR ${dataDir} can't be used: ${writeFaultOf(cause)}. Set DATA_DIR to a directory of this user.`,
      { cause },
    );
  }
  if (existsSync(join(dataDir, 'PG_VERSION'))) {
    throw new Error(
      `DATA_DIR ${dataDir} belongs to another PostgreSQL server. Set DATA_DIR to a directory of its own, or DATABASE_URL to use that server.`,
    );
  }
  return realpath(dataDir);
}

/** Whether other clients have sessions, and still have after `ms`; also if the server can't be asked. Only the superuser sees
 *  every session. */
async function hasOthersFor(ms: number, { administratorUrl }: Addresses): Promise<boolean> {
  return administer(administratorUrl, 'postgres', async (client) => {
    for (const deadline = Date.now() + ms; ;) {
      const others = await client.query(
        `SELECT 1 FROM pg_stat_activity
          WHERE backend_type = 'client backend' AND application_name <> '${ADMINISTRATION}' LIMIT 1`,
      );
      if (others.rowCount === 0) return false;
      if (Date.now() > deadline) return true;
      await sleep(50);
    }
  }).catch(() => true);
}
