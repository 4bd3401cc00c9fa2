import { Database } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/database/migrations/migrations.js';
import { type Instance, startInstance } from '../support/app.js';
import { dayScores } from '../support/day-scores.js';
import { emptyDatabase, type TestDatabase } from '../support/database.js';
import { pageScores } from '../support/page-scores.js';
import { type Call, type Exchange, send, stable } from '../upgrades/exchange.js';
import { checksumsOf, type ReleaseDump, releaseDumps, type Row } from '../upgrades/release-dump.js';
import { loadTables } from '../upgrades/tables.js';

const DUMPS = releaseDumps();

/** A database of a release, upgraded to the current schema. Idempotency keys expire after a day, so those of the dump get
 *  the current time. */
async function upgraded(dump: ReleaseDump): Promise<TestDatabase> {
  const database = await emptyDatabase();
  const released = MIGRATIONS.filter(({ name }) => dump.migrations.includes(name));
  expect(await migrate(database.url, { migrations: released })).toEqual(dump.migrations);
  await loadTables(database, dump);
  await database.query('UPDATE idempotency_keys SET created_at = now()');
  await migrate(database.url);
  return database;
}

async function columnsOf(database: TestDatabase): Promise<string[]> {
  const columns = await database.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  return columns.map(({ name }) => name);
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
    }, 60_000);

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
        const isBadge = call.path.endsWith('/badge.svg');
        for (const text of isBadge ? [] : shows) expect(response.text).toContain(text);
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
    }, 60_000);
  },
);
