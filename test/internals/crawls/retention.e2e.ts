import { CrawlRetentionJob } from '../../../src/crawls/ending/crawl-retention.job.js';
import { startApp } from '../../support/app.js';
import { CRAWLS, startedCrawl } from '../../support/crawls.js';
import { aRun } from '../../support/job-run.js';
import { createdMonitor, MONITORS } from '../../support/monitors.js';

it('crawls that ended long ago are deleted, but for the newest of each url', async () => {
  const test = await startApp({ ROLE: 'api', RETENTION_DAYS: '30', RETENTION_KEEP: '1' });
  const crawlOf = (path: string) => startedCrawl(test.owner, { url: `https://kept.example${path}` });
  const [old, young, last, alone, running] = [
    await crawlOf('/'),
    await crawlOf('/'),
    await crawlOf('/'),
    await crawlOf('/alone'),
    await crawlOf('/'),
  ];
  const end = (ids: readonly number[], ago: string) =>
    test.database.query(
      `UPDATE crawls SET status = 'completed', finished_at = now() - $2::interval WHERE id = ANY($1)`,
      [ids, ago],
    );
  await end([old, last, alone], '31 days');
  await end([young], '29 days');
  const { id: monitorId } = await createdMonitor(test.owner, { url: 'https://kept.example/', kind: 'crawl' });
  await test.database.query('UPDATE monitors SET last_crawl_id = $1', [old]);
  await test.app.get(CrawlRetentionJob).run({}, aRun());
  const monitor = await test.owner.call('get', `${MONITORS}/${String(monitorId)}`).expect(200);
  expect(monitor.body.data.last_crawl_id).toBeNull();
  const { body } = await test.owner.call('get', `${CRAWLS}?sort=asc`).expect(200);
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual([young, last, alone, running]);
  const deleted = await test.database.query('SELECT crawl_id AS id FROM deleted_crawls');
  expect(deleted).toEqual([{ id: old }]);
  await test.close();
});
