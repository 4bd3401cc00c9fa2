import { NOTHING_FOUND } from '../../crawls/crawl-summary.js';
import { Crawl, type CrawlStatus } from '../../crawls/crawl.entity.js';
import { crawlRows } from './crawl-sections.js';

it.each<[CrawlStatus, string]>([
  ['queued', 'Queued'],
  ['running', 'Running'],
  ['completed', 'Completed'],
  ['cancelled', 'Cancelled'],
  ['failed', 'Failed'],
])('a crawl that is %s and has no score is listed as %s', (status, word) => {
  const crawl = Object.assign(new Crawl(), {
    id: 1,
    url: 'https://example.com/',
    status,
    createdAt: new Date(0),
  });
  const rows = crawlRows([{ crawl, summary: NOTHING_FOUND }], { path: '/crawls', resultOf: () => 'good' });
  expect(rows.text).toContain(`<span class="pill none">${word}</span>`);
});
