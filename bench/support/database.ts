import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { migrate } from '../../src/database/migrate.js';

export interface BenchDatabase {
  readonly url: string;
  /** The same database as the superuser. */
  readonly administratorUrl: string;
  /** Of the server's files; `postgres/postmaster.pid` is in it. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** A PostgreSQL server for one benchmark, with the current schema.
 *  @param settings of the server, beyond the defaults
 *  @param folder for the server's files */
export async function benchDatabase(
  settings: Readonly<Record<string, string>> = {},
  folder = tmpdir(),
): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(folder, 'pagegrade-bench-'));
  const postgres = await startEmbeddedPostgres(dataDir, { settings });
  await migrate(postgres.url);
  return {
    url: postgres.url,
    administratorUrl: postgres.administratorUrl,
    dataDir,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Process of a server by the folder of its files. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}
