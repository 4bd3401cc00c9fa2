import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.js';
import { isAlive } from './processes.js';

/** A PostgreSQL server with the current schema, used by nothing else. */
export interface BenchDatabase {
  readonly url: string;
  /** The same database as the superuser. */
  readonly administratorUrl: string;
  /** Process id of the postmaster, the parent of all server processes. */
  postmaster(): number;
  stop(): Promise<void>;
}

export interface BenchDatabaseOptions {
  /** Server settings beyond the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Directory of the server's files, kept when the server stops. Without it: a temporary one, which is deleted. */
  readonly dataDir?: string | undefined;
}

export async function benchDatabase({
  settings = {},
  dataDir,
}: BenchDatabaseOptions = {}): Promise<BenchDatabase> {
  const directory = dataDir ?? (await mkdtemp(join(tmpdir(), 'pagegrade-bench-')));
  const postgres = await startEmbeddedPostgres(directory, { settings });
  const { url, administratorUrl } = postgres;
  const postmaster = () =>
    Number(readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const interrupt = () => process.kill(postmaster(), 'SIGINT');
  process.once('exit', interrupt);
  execFileSync(process.execPath, ['dist/cli.js', 'migrate'], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    url,
    administratorUrl,
    postmaster,
    stop: async () => {
      process.off('exit', interrupt);
      const pid = postmaster();
      await postgres.stop();
      // Sessions of killed processes may have kept it running.
      if (isAlive(pid)) process.kill(pid, 'SIGINT');
      while (isAlive(pid)) await sleep(20);
      if (dataDir === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}
