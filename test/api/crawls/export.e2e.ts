import { startApp, type TestApp } from '../../support/app.js';
import { cellsOf, exported, rowOf, wholeList } from '../../support/exports.js';
import { storedReport } from '../../support/reports.js';

/** More than an export reads at once. */
const CRAWLS = 260;
const REASON = 'The crawl was interrupted, three times.';

let test: TestApp;
let website: number;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
  for (const url of ['https://a.example/', 'https://b.example/']) await storedReport(test, test.owner, url);
  const { body } = await test.owner.call('get', '/api/v1/websites').expect(200);
  website = body.data[0].id;
  await test.database.query(
    `INSERT INTO crawls (account_id, website_id, url, host, max_pages, max_depth, sources, include, exclude, render,
        delay_ms, pace_ms, status, error_detail, finished_at)
      SELECT $1, w.id, 'https://' || w.domain || '/' || n, w.domain, 100, 10, '{links}', '{/a*,/b*}', '{}', 'never', 250, 250,
        'failed', $2, now() FROM websites w, generate_series(1, $3) n`,
    [test.owner.id, REASON, CRAWLS],
  );
});

afterAll(() => test.close());

describe('GET /api/v1/crawls.csv', () => {
  it('has the records of the list in its order, with the reason why a crawl failed', async () => {
    const records = await wholeList(test.owner, 'crawls', '&sort=asc');
    const { headers, text } = await exported(test, test.owner, 'crawls.csv?sort=asc');
    expect(headers['content-disposition']).toBe('attachment; filename="crawls.csv"');
    const [names = [], ...rows] = cellsOf(text);
    expect(names).toEqual(Object.keys(records[0] ?? {}));
    expect(rows).toEqual(records.map(rowOf));
    expect(rows).toHaveLength(2 * CRAWLS);
    expect(rows[0]?.[names.indexOf('error')]).toBe(REASON);
  });

  it('has the crawls of one website if the list has', async () => {
    const { text } = await exported(test, test.owner, `crawls.csv?website_id=${String(website)}`);
    expect(cellsOf(text)).toHaveLength(1 + CRAWLS);
  });

  it('holds nothing of other accounts, and needs a key that may read crawls', async () => {
    expect(cellsOf((await exported(test, test.stranger, 'crawls.csv')).text)).toHaveLength(1);
    const reader = await test.keyFor(test.owner, { scopes: ['reports:read'] });
    await reader.call('get', '/api/v1/crawls.csv').expect(403);
  });
});

describe('GET /api/v1/crawls.ndjson', () => {
  it('has the records of the list, as Accept does', async () => {
    const records = await wholeList(test.owner, 'crawls');
    const { text } = await exported(test, test.owner, 'crawls.ndjson');
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(records);
    const accepted = await exported(test, test.owner, 'crawls', { accept: 'application/x-ndjson' });
    expect(accepted.text).toBe(text);
  });
});
