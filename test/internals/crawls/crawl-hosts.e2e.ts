import { SweepCrawlsJob } from '../../../src/crawls/ending/sweep-crawls.job.js';
import { startApp, type TestApp } from '../../support/app.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
});

afterAll(() => test.close());

it('hosts are forgotten an hour after their last page could begin', async () => {
  await test.database.query(
    `INSERT INTO crawl_hosts (host, next_at, begun_at) VALUES
      ('old.example', now() - interval '61 minutes', NULL),
      ('begun-long-ago.example', now() - interval '62 minutes', now() - interval '61 minutes'),
      ('young.example', now() - interval '59 minutes', NULL),
      ('waits.example', now() + interval '10 minutes', NULL),
      ('begun.example', now() - interval '2 hours', now())`,
  );
  const { signal } = new AbortController();
  await test.app.get(SweepCrawlsJob).run(null, { jobId: 0, workerId: '', stopping: signal, signal });
  expect(await test.database.query('SELECT host FROM crawl_hosts ORDER BY host')).toEqual(
    ['begun.example', 'waits.example', 'young.example'].map((host) => ({ host })),
  );
});
