import pg from 'pg';
import { EndedCrawls } from '../../../src/crawls/ending/ended-crawls.js';
import { startApp } from '../../support/app.js';
import { startedCrawl } from '../../support/crawls.js';
import { eventually } from '../../support/eventually.js';

const LOOKS = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
  AND query LIKE '%crawls%'`;

describe('a crawl that begins while it is looked which ones are over', () => {
  it('is none of them', async () => {
    const test = await startApp({ ROLE: 'api' });
    const holder = new pg.Client({ connectionString: test.database.url });
    try {
      const [first, second] = [
        await startedCrawl(test.owner, { url: 'https://one.example/' }),
        await startedCrawl(test.owner, { url: 'https://two.example/' }),
      ].map((id) => ({ accountId: test.owner.id, id }));
      if (!first || !second) throw new Error('No crawl was started.');
      const crawls = test.app.get(EndedCrawls);
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE crawls IN ACCESS EXCLUSIVE MODE');
      const signals = [crawls.signalOf(first)];
      await eventually(async () => (await holder.query(LOOKS)).rowCount);
      signals.push(crawls.signalOf(second));
      await holder.query(
        `UPDATE crawls SET status = 'cancelled', finished_at = now() WHERE id = ${String(first.id)}; COMMIT`,
      );
      await eventually(() => Promise.resolve(signals[0]?.aborted));
      expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    } finally {
      await holder.end();
      await test.close();
    }
  });
});
