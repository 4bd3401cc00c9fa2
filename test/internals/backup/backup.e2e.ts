import { readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { addressesOf } from '../../../src/platform/embedded-postgres/service-role.js';
import { eventually } from '../../support/eventually.js';
import { emptyDatabase, insertMany, type TestDatabase } from '../../support/database.js';
import { newDataDir, runCli, type Service, startService } from '../../support/service.js';
import { type Exchange, send } from '../../upgrades/exchange.js';
import { recorded } from '../../upgrades/recording.js';
import { SETTINGS, storeReleaseData } from '../../upgrades/release-data.js';
import { type Tables } from '../../upgrades/release-dump.js';
import { type Queryable, readTables } from '../../upgrades/tables.js';

/** Links name the public URL, but the tests send their requests to the address that the service listens on. */
const LOCAL = { ...SETTINGS, PUBLIC_URL: '' };

const databases: TestDatabase[] = [];
let dataDir: string;
let service: Service;
let keys: Record<string, string>;
let original: Awaited<ReturnType<typeof readTables>>;
let exchanges: Exchange[];
let file: string;

async function external(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  databases.push(database);
  return database;
}

/** URL of the embedded database of a service that runs. */
function urlOf(dataDir: string): string {
  const read = (name: string) => readFileSync(join(dataDir, 'postgres', name), 'utf8');
  return addressesOf(Number(read('postmaster.pid').split('\n')[3]), read('pagegrade-password')).url;
}

async function withDatabase<T>(url: string, work: (database: Queryable) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows;
  return work({ query }).finally(() => pool.end());
}

async function stop({ process: child, ended }: Service): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

/** A service with an embedded database, with a row in every table and an audit that a worker has claimed for the last
 *  time, and a backup of it. */
beforeAll(async () => {
  dataDir = await newDataDir();
  service = await startService({ ...LOCAL, DATA_DIR: dataDir, ROLE: 'api' });
  const url = urlOf(dataDir);
  await withDatabase(url, async (source) => {
    keys = await storeReleaseData(url, source);
    await source.query(
      `UPDATE pending_audits SET claimed_by = 'worker', claimed_job = 1, attempts = 3
        WHERE report_id = (SELECT min(report_id) FROM pending_audits)`,
    );
    original = await readTables(source);
  });
  file = join(dataDir, 'backup.gz');
  expect(await runCli(['backup', file], { DATA_DIR: dataDir })).toEqual({
    stdout: `Backed up to ${file}: accounts 3, websites 4, reports 11.\n`,
    stderr: '',
    status: 0,
  });
  exchanges = await recorded(url, keys, original.tables);
}, 240_000);

afterAll(async () => {
  await stop(service);
  for (const database of databases) await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The tables as they are expected after a restore: nobody has claimed an audit, and no attempt was lost. */
function released(tables: Tables): Tables {
  const audits = tables.pending_audits?.map((audit) =>
    audit.claimed_by === null
      ? audit
      : { ...audit, claimed_by: null, claimed_job: null, attempts: Number(audit.attempts) - 1 },
  );
  return { ...tables, pending_audits: audits ?? [] };
}

/** A service with a worker completes the queued reports, continues the deletion, delivers and gives out new ids. */
async function expectToContinue(worker: Service, database: Queryable): Promise<void> {
  const reports = original.tables.reports ?? [];
  const queued = (original.tables.pending_audits ?? []).map(({ report_id }) => String(report_id));
  expect(queued.length).toBeGreaterThan(1);
  for (const id of queued) {
    const call = { method: 'GET', path: `/api/v1/reports/${id}`, key: 'owner' } as const;
    const { text } = await send(worker.url, keys, { ...call, headers: { prefer: 'wait=20' } });
    expect(JSON.parse(text)).toMatchObject({ data: { id: Number(id), status: 'completed' } });
  }
  const form = { url: String(reports[0]?.url) };
  const call = { method: 'POST', path: '/api/v1/reports', key: 'owner', form } as const;
  const created = await send(worker.url, keys, call);
  expect(created.status).toBe(201);
  const { data } = JSON.parse(created.text) as { data: { id: number } };
  expect(data.id).toBeGreaterThan(Math.max(...reports.map(({ id }) => Number(id))));
  const deletions = () => database.query('SELECT FROM deleted_websites');
  for (let n = 0; n < 400 && (await deletions()).length > 0; n++) await sleep(50);
  expect(await deletions()).toEqual([]);
  await eventually(async () => {
    const pending = await database.query(`SELECT FROM deliveries WHERE status = 'pending'`);
    return pending.length === 0;
  });
}

/** Accounts and websites that count something else than what there is. */
const MISCOUNTS = `SELECT 'account', id FROM accounts a
    WHERE (websites_count, reports_count) IS DISTINCT FROM (
      (SELECT count(*) FROM websites WHERE account_id = a.id), (SELECT count(*) FROM reports WHERE account_id = a.id)
    )
  UNION ALL SELECT 'website', id FROM websites w
    WHERE reports_count <> (SELECT count(*) FROM reports WHERE account_id = w.account_id AND website_id = w.id)`;

describe('a backup that was made while the service runs', () => {
  it('can be read by its owner alone, and holds no key', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = gunzipSync(readFileSync(file)).toString();
    expect(text).toContain('"Owner"');
    for (const key of Object.values(keys)) expect(text).not.toContain(key);
  });

  it('moves to an external server: every row, sequence and response is the same, and work continues', async () => {
    const database = await external();
    const { status, stdout, stderr } = await runCli(['restore', file], { DATABASE_URL: database.url });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /Once it is, it sends \d+ deliver(y|ies) to webhooks, runs \d+ monitors? and goes on with [1-9]\d* audits? and \d+ crawls?: /,
    );
    expect(await readTables(database)).toEqual({ ...original, tables: released(original.tables) });
    expect(await recorded(database.url, keys, original.tables)).toEqual(
      JSON.parse(JSON.stringify(exchanges).replaceAll('"status":"running"', '"status":"queued"')),
    );
    const worker = await startService({ ...LOCAL, DATABASE_URL: database.url });
    await expectToContinue(worker, database).finally(() => stop(worker));
  });

  it('moves to another embedded database, and from an external server', async () => {
    const { url } = await external();
    expect((await runCli(['restore', file], { DATABASE_URL: url })).status).toBe(0);
    const second = join(dataDir, 'second.gz');
    expect((await runCli(['backup', second], { DATABASE_URL: url })).status).toBe(0);
    const target = await newDataDir();
    const env = { ...LOCAL, DATA_DIR: target };
    expect((await runCli(['restore', second], env)).status).toBe(0);
    const api = await startService({ ...env, ROLE: 'api' });
    await withDatabase(urlOf(target), async (database) => {
      expect(await readTables(database)).toEqual({ ...original, tables: released(original.tables) });
      const worker = await startService(env);
      await expectToContinue(worker, database).finally(() => stop(worker));
    }).finally(() => stop(api));
    await rm(target, { recursive: true });
  });

  it('is of one moment, while reports are stored and deleted', async () => {
    const database = await external();
    expect((await runCli(['restore', file], { DATABASE_URL: database.url })).status).toBe(0);
    await database.query('DELETE FROM reports WHERE website_id IN (SELECT website_id FROM deleted_websites)');
    await insertMany(
      database,
      `INSERT INTO reports (account_id, website_id, url, status)
        SELECT account_id, id, 'http://' || domain || '/' || n, 'failed'
        FROM (SELECT * FROM websites ORDER BY account_id, id LIMIT 1) w, generate_series(1, 20000) n`,
    );
    const later = join(dataDir, 'later.gz');
    const ended = new AbortController();
    const backup = runCli(['backup', later], { DATABASE_URL: database.url }).finally(() => {
      ended.abort();
    });
    let changes = 0;
    for (; !ended.signal.aborted; changes++) {
      await database.query(
        `WITH gone AS (DELETE FROM reports WHERE id = (SELECT min(id) FROM reports WHERE status = 'failed'))
          INSERT INTO reports (account_id, website_id, url, status)
            SELECT account_id, website_id, url || '?again', 'failed' FROM reports ORDER BY id DESC LIMIT 2`,
      );
    }
    expect((await backup).status).toBe(0);
    expect(changes).toBeGreaterThan(10);
    const copy = await external();
    expect((await runCli(['restore', later], { DATABASE_URL: copy.url })).status).toBe(0);
    const [stored] = await copy.query<{ count: number }>('SELECT count(*)::int FROM reports');
    expect(stored?.count).toBeGreaterThan(20_000);
    expect(await copy.query(MISCOUNTS)).toEqual([]);
  });
});
