import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MIGRATIONS_LOCK } from '../../../src/platform/database/advisory-locks.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { MIGRATIONS } from '../../../src/platform/database/migrations/migrations.js';
import { emptyDatabase } from '../../support/database.js';

describe.each([
  ['adds the scores of pages', 'AddScores'],
  ['adds the lists of pages', 'AddPageLists'],
])('the migration that %s', (_title, migration) => {
  it('waits for a transaction that has written a report and goes on to its website', async () => {
    const database = await emptyDatabase();
    const before = MIGRATIONS.findIndex(({ name }) => name.startsWith(migration));
    await migrate(database.url, { migrations: MIGRATIONS.slice(0, before) });
    await database.query(
      `WITH a AS (INSERT INTO accounts (name) VALUES ('a') RETURNING id),
          w AS (INSERT INTO websites (account_id, domain, privacy, share_token)
            SELECT id, 'a.example', 1, 'token' FROM a RETURNING id, account_id)
        INSERT INTO reports (account_id, website_id, url, status)
          SELECT account_id, id, 'https://a.example/', 'queued' FROM w`,
    );
    const writer = new pg.Client({ connectionString: database.url });
    await writer.connect();
    await writer.query(`BEGIN; UPDATE reports SET error_detail = ''`);
    const migrated = migrate(database.url);
    for (let isWaiting = false; !isWaiting;) {
      const rows = await database.query(
        `SELECT FROM pg_locks WHERE NOT granted AND relation = 'reports'::regclass`,
      );
      isWaiting = rows.length > 0;
    }
    await writer.query(
      `UPDATE reports SET status = 'completed', score = 50, result = 'decent', generated_at = now(); COMMIT`,
    );
    await migrated;
    expect(await database.query('SELECT score FROM websites')).toEqual([{ score: 50 }]);
    expect(await database.query('SELECT url, result FROM website_pages')).toEqual([
      { url: 'https://a.example/', result: 'decent' },
    ]);
    await writer.end();
    await database.drop();
  });
});

const WAITING = `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
  WHERE d.datname = current_database() AND relation IS NOT NULL AND NOT granted`;

const IS_ANY_QUEUED = `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
  WHERE d.datname = current_database() AND locktype = 'advisory' AND NOT granted`;

describe('the migration that adds usage', () => {
  it.each([
    ['an audit and goes on to its account', ['pending_audits SET attempts = 1', `accounts SET name = 'b'`]],
    ['an account and goes on to its audit', [`accounts SET name = 'b'`, 'pending_audits SET attempts = 1']],
  ])('waits for a transaction that has written %s', async (_title, [first = '', second = '']) => {
    const database = await emptyDatabase();
    const before = MIGRATIONS.findIndex(({ name }) => name.startsWith('AddUsage'));
    await migrate(database.url, { migrations: MIGRATIONS.slice(0, before) });
    await database.query(`INSERT INTO accounts (name) VALUES ('a')`);
    const writer = new pg.Client({ connectionString: database.url });
    await writer.connect();
    await writer.query(`BEGIN; UPDATE ${first}`);
    const migrated = migrate(database.url);
    while ((await database.query(WAITING)).length === 0);
    await writer.query(`UPDATE ${second}; COMMIT`);
    await migrated;
    expect(await database.query('SELECT name FROM accounts')).toEqual([{ name: 'b' }]);
    await writer.end();
    await database.drop();
  });
});

describe('a migration', () => {
  it('lets others use its tables while a backup keeps it out', async () => {
    const database = await emptyDatabase();
    const before = MIGRATIONS.findIndex(({ name }) => name.startsWith('AddLoadRuns'));
    await migrate(database.url, { migrations: MIGRATIONS.slice(0, before) });
    const [backup, service] = [0, 1].map(() => new pg.Client({ connectionString: database.url }));
    await Promise.all([backup?.connect(), service?.connect()]);
    await backup?.query('BEGIN; SELECT FROM pending_audits');
    const log: string[] = [];
    const migrated = migrate(database.url, { log: (sentence) => log.push(sentence) });
    while ((await database.query(WAITING)).length === 0);
    await service?.query(`SET statement_timeout = '4s'`);
    await service?.query('SELECT FROM pending_audits');
    await backup?.query('COMMIT');
    expect(await migrated).toContain(MIGRATIONS.at(-1)?.name);
    expect(log).toContain(
      'The migration waits until nobody uses the tables that it changes: is a backup or pg_dump running?',
    );
    await Promise.all([backup?.end(), service?.end()]);
    await database.drop();
  });

  it('takes its time, whatever the limits of its role', async () => {
    const database = await emptyDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await database.query(`ALTER DATABASE "${name}" SET statement_timeout = '100ms'`);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query(`SET statement_timeout = 0; SELECT pg_advisory_lock(${String(MIGRATIONS_LOCK)})`);
    const migrated = migrate(database.url);
    while ((await database.query(IS_ANY_QUEUED)).length === 0);
    await sleep(500);
    await other.end();
    expect(await migrated).toHaveLength(MIGRATIONS.length);
    await database.drop();
  });
});
