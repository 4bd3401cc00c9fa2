import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { hashOf } from '../../src/auth/secret.js';
import { migrate } from '../../src/database/migrate.js';
import { everyFinding } from './every-finding.js';
import { seed, type SeededAccount } from './seed.js';

const SERVER = {
  fsync: 'off',
  shared_buffers: '2GB',
  max_wal_size: '8GB',
  maintenance_work_mem: '1GB',
};

/** A database with accounts of some sizes among a thousand small ones. */
export interface Dataset {
  readonly url: string;
  /** The same database as the superuser. */
  readonly administratorUrl: string;
  readonly pool: pg.Pool;
  /** Of the sizes that were asked for, in their order. */
  readonly accounts: readonly SeededAccount[];
  /** A thousand. */
  readonly smallAccounts: readonly SeededAccount[];
  /** For files of the benchmark. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Seeds a database, or opens the one that an earlier run left in `data`.
 *  @param data folder to keep it in; without one it is deleted when it is closed */
export async function openDataset(data: string | undefined, sizes: readonly number[]): Promise<Dataset> {
  const folder = data === undefined ? await mkdtemp(join(tmpdir(), 'pagegrade-bench-')) : resolve(data);
  await mkdir(folder, { recursive: true });
  const postgres = await startEmbeddedPostgres(folder, { settings: SERVER });
  await migrate(postgres.url);
  const pool = new pg.Pool({ connectionString: postgres.url });
  const { url, administratorUrl } = postgres;
  const all = await seeded(pool, { folder, administratorUrl, sizes });
  return {
    url,
    administratorUrl,
    pool,
    accounts: sizes.flatMap((size) => all.find(({ reports }) => reports === size) ?? []),
    smallAccounts: await withKeys(pool, all),
    folder,
    close: async () => {
      await pool.end();
      await postgres.stop();
      if (data === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The accounts beside `large`, each with a key. */
async function withKeys(pool: pg.Pool, large: readonly SeededAccount[]): Promise<SeededAccount[]> {
  const { rows } = await pool.query<{ id: string; reports: string }>(
    `SELECT account_id AS id, reports_count AS reports FROM account_totals
      WHERE reports_count > 0 AND account_id <> ALL ($1) ORDER BY 1 LIMIT 1000`,
    [large.map(({ id }) => id)],
  );
  const accounts = rows.map(({ id, reports }) => ({
    id: Number(id),
    reports: Number(reports),
    key: `small-account-${id}`,
  }));
  await pool.query(
    `INSERT INTO api_keys (account_id, name, hash, prefix, last_four, scopes)
      SELECT id, 'Benchmark', hash, '', '', ARRAY['reports:read', 'websites:read']
      FROM unnest($1::bigint[], $2::bytea[]) AS made (id, hash) ON CONFLICT DO NOTHING`,
    [accounts.map(({ id }) => id), accounts.map(({ key }) => hashOf(key))],
  );
  return accounts;
}

async function seeded(
  pool: pg.Pool,
  { folder, administratorUrl, sizes }: { folder: string; administratorUrl: string; sizes: readonly number[] },
): Promise<SeededAccount[]> {
  const note = join(folder, 'seeded.json');
  if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8')) as SeededAccount[];
  const start = performance.now();
  const accounts = await seed(administratorUrl, sizes);
  for (const { id } of accounts) {
    await pool.query(
      `INSERT INTO report_details (account_id, report_id, ruleset_version, categories, gates, checks, facts)
        SELECT $1, max(id), 'bench', '{}', '[]', $2, '{}' FROM reports WHERE account_id = $1 ON CONFLICT DO NOTHING`,
      [id, JSON.stringify(everyFinding())],
    );
  }
  writeFileSync(note, JSON.stringify(accounts));
  console.log(`Seeded in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  return accounts;
}
