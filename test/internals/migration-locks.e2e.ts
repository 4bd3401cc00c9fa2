import pg from 'pg';
import { migrate, MIGRATIONS } from '../../src/database/migrate.js';
import { emptyDatabase } from '../support/database.js';

describe('the migration that adds the scores of pages', () => {
  it('waits for a transaction that has written a report and goes on to its website', async () => {
    const database = await emptyDatabase();
    const before = MIGRATIONS.findIndex(({ name }) => name.startsWith('AddPageScores'));
    await migrate(database.url, MIGRATIONS.slice(0, before));
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
    await writer.end();
    await database.drop();
  });
});
