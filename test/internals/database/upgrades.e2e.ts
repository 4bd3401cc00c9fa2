import { Database } from '../../../src/platform/database/database.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { MIGRATIONS } from '../../../src/platform/database/migrations/migrations.js';
import { type Instance, startInstance } from '../../support/app.js';
import { dayEnds, dayScores } from '../../support/day-scores.js';
import { emptyDatabase, type TestDatabase } from '../../support/database.js';
import { pageScores } from '../../support/page-scores.js';
import { type Call, type Exchange, send, stable } from '../../upgrades/exchange.js';
import { checksumsOf, type ReleaseDump, releaseDumps, type Row } from '../../upgrades/release-dump.js';
import { loadTables } from '../../upgrades/tables.js';

const DUMPS = releaseDumps();

/** A database of a release, upgraded to the current schema. Idempotency keys expire after a day, so those of the dump get
 *  the current time. */
async function upgraded(
  dump: ReleaseDump,
  prepare: (database: TestDatabase) => Promise<unknown> = () => Promise.resolve(),
): Promise<TestDatabase> {
  const database = await emptyDatabase();
  const released = MIGRATIONS.filter(({ name }) => dump.migrations.includes(name));
  expect(await migrate(database.url, { migrations: released })).toEqual(dump.migrations);
  await loadTables(database, dump);
  await database.query('UPDATE idempotency_keys SET created_at = now()');
  await prepare(database);
  await migrate(database.url);
  return database;
}

/** Has each page of the dump audited again, on several days and with several scores. Reports that were stored one after the
 *  other end in another order. */
async function auditAgain(database: TestDatabase): Promise<void> {
  await database.query(
    `INSERT INTO reports (account_id, website_id, url, url_folded, status, result, score, created_at, updated_at, generated_at)
      SELECT account_id, website_id, url, url_folded, status, result, (r.id * 37 + n * 53) % 101, r.created_at, r.updated_at,
          generated_at + make_interval(days => n + n / 5 + 3 * (n % 4 = 3)::integer)
        FROM reports r, generate_series(1, 20) n WHERE score IS NOT NULL ORDER BY n, r.id`,
  );
}

async function columnsOf(database: TestDatabase): Promise<string[]> {
  const columns = await database.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  return columns.map(({ name }) => name);
}

/** The score of the website whose share page has this path, as badges show it: the average of the latest score of each page,
 *  rounded down, so that the result fits. */
function scoreOf({ tables: { websites = [], reports = [] } }: ReleaseDump, path: string): number {
  const website = websites.find(({ share_token }) => path.startsWith(`/s/${String(share_token)}/`));
  const completed = reports.filter(({ website_id, score }) => website_id === website?.id && score !== null);
  const latest = new Map(completed.map(({ url, score }) => [url, Number(score)]));
  return Math.floor([...latest.values()].reduce((sum, score) => sum + score) / latest.size);
}

/** Whether a share page still shows a link: until 1.1.0, pages of websites listed all reports; since then, they list the
 *  pages that have been audited. */
function isListed({ tables: { reports = [] } }: ReleaseDump, path: string, text: string): boolean {
  const [, id] = /^\/reports\/(\d+)"$/.exec(text) ?? [];
  const isOfWebsite = /^\/s\/\w+$/.test(path);
  return (
    !isOfWebsite || id === undefined || reports.some((report) => report.id === id && report.score !== null)
  );
}

const titleOf = ({ method, path, key, password }: Exchange) =>
  `${method} ${path}${key === undefined ? '' : ` with key ${key}`}${password === undefined ? '' : ', unlocked'}`;

it('every release has a dump', () => {
  expect(DUMPS.map(({ version }) => version)).toContain('1.0.0');
});

describe.each(DUMPS.map((dump) => ({ dump, version: dump.version, isLast: dump === DUMPS.at(-1) })))(
  'a database of version $version',
  ({ dump, isLast }) => {
    let database: TestDatabase;
    let instance: Instance;

    const start = async (role: string) => {
      const started = await startInstance(database.url, { ...dump.settings, ROLE: role });
      await started.app.get(Database).connect();
      return started;
    };

    beforeAll(async () => {
      database = await upgraded(dump);
      instance = await start('api');
    });

    afterAll(async () => {
      await instance.close();
      await database.drop();
    });

    it('was made by migrations whose files are unchanged since the release', () => {
      expect(checksumsOf(dump.migrations)).toEqual(dump.sha256);
    });

    it.each(dump.exchanges.map((exchange) => [titleOf(exchange), exchange] as const))(
      'still responds alike to %s',
      async (_title, { status, body, shows = [], ...call }) => {
        const response = await send(instance.url, dump.keys, call);
        expect(response.status).toBe(status);
        if (body !== undefined) expect(stable(response.text)).toMatchObject(body);
        // Badges of websites showed the latest score; since 1.1.0 they show that of the website.
        const isOfWebsite = call.path.endsWith('/badge.svg') && shows.length > 0;
        const shown = isOfWebsite ? [`pagegrade: ${String(scoreOf(dump, call.path))} `] : shows;
        for (const text of shown.filter((text) => isListed(dump, call.path, text)))
          expect(response.text).toContain(text);
      },
    );

    it('knows the scores of each day that has reports', async () => {
      const { kept, counted } = await dayScores(database);
      expect(kept).toEqual(counted);
      expect(kept).not.toEqual([]);
    });

    it('knows the latest report of each page', async () => {
      const { kept, counted } = await pageScores(database);
      expect(kept).toEqual(counted);
      expect(kept).not.toEqual([]);
    });

    it('knows the score of each website at the end of each day', async () => {
      const { kept, counted } = await dayEnds(database);
      expect(kept).toEqual(counted);
      expect(kept).not.toEqual([]);
    });

    // Later releases know it themselves.
    if (!dump.migrations.some((name) => name.startsWith('AddScores'))) {
      it('knows the score at the end of each day of pages that were audited again', async () => {
        const another = await upgraded(dump, auditAgain);
        const { kept, counted } = await dayEnds(another);
        await another.drop();
        expect(kept).toEqual(counted);
        expect(kept.length).toBeGreaterThan(60);
      });
    }

    if (isLast) {
      it('has every table and column that this last release uses, so that it can be started again', async () => {
        const used = Object.entries(dump.tables).flatMap(([table, [row]]) =>
          Object.keys(row ?? {}).map((column) => `${table}.${column}`),
        );
        expect(await columnsOf(database)).toEqual(expect.arrayContaining(used));
      });
    }

    it('accepts new reports, and completes those that were queued', async () => {
      const worker = await start('all');
      const ask = async (call: Omit<Call, 'key'>) => {
        const { status, text } = await send(worker.url, dump.keys, { ...call, key: 'owner' });
        return { status, ...(JSON.parse(text) as { data: Record<string, unknown> }) };
      };
      const reports = dump.tables.reports ?? [];
      const queued = reports.filter((report) => report.status === 'queued');
      expect(queued).not.toEqual([]);
      try {
        const isQueued = (report: Row) => queued.some(({ url }) => url === report.url);
        const failed = reports.find((report) => report.error_code !== null && !isQueued(report));
        const url = String(failed?.url);
        const created = await ask({ method: 'POST', path: '/api/v1/reports', form: { url } });
        const expected = { url, status: 'completed', previous: { id: Number(failed?.id) } };
        expect(created).toMatchObject({ status: 201, data: expected });
        expect(created.data.id).toBeGreaterThan(Math.max(...reports.map((report) => Number(report.id))));
        for (const report of queued) {
          const path = `/api/v1/reports/${String(report.id)}`;
          const { data } = await ask({ method: 'GET', path, headers: { prefer: 'wait=20' } });
          expect(data.status).toBe('completed');
        }
      } finally {
        await worker.close();
      }
    });
  },
);
