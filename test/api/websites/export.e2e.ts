import { startApp, type TestApp } from '../../support/app.js';
import { insertMany } from '../../support/database.js';
import { cellsOf, exported, rowOf, wholeList } from '../../support/exports.js';
import { storedReport } from '../../support/reports.js';

const WEBSITES = 1234;

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
  await insertMany(
    test.database,
    `INSERT INTO websites (account_id, domain, privacy, share_token)
      SELECT $1, 'site-' || n || '.example', n % 2, md5(n::text) FROM generate_series(1, ${WEBSITES}) n`,
    [test.owner.id],
  );
  for (const [url, score] of [
    ['https://site-7.example/', 81],
    ['https://site-7.example/', 80],
    ['https://site-9.example/', 12],
    ['https://xn--bcher-kva.example/', 81],
  ] as const)
    await storedReport(test, test.owner, url, score);
  await storedReport(test, test.stranger, 'https://secret.example/');
});

afterAll(() => test.close());

describe('an export of websites', () => {
  it.each([
    '',
    '&sort_by=domain&sort=asc',
    '&sort_by=reports_avg_score',
    '&sort_by=reports_avg_score&sort=asc',
    '&sort_by=reports_count',
    '&search=SITE-1&sort_by=domain',
    '&search=bücher',
    '&created_before=2020-01-01T00:00:00Z',
  ])('has the records of the list in its order (%s)', async (query) => {
    const records = await wholeList(test.owner, 'websites', query);
    const { headers, text } = await exported(test, test.owner, `websites.ndjson?${query}`);
    expect(headers['content-disposition']).toBe('attachment; filename="websites.ndjson"');
    expect(
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    ).toEqual(records);
    const csv = await exported(test, test.owner, `websites?${query}`, { accept: 'text/csv' });
    expect(csv.headers['content-disposition']).toBe('attachment; filename="websites.csv"');
    const [names, ...rows] = cellsOf(csv.text);
    const { body } = await test.owner.call('get', '/api/v1/websites');
    expect(names).toEqual(Object.keys(body.data[0]));
    expect(rows).toEqual(records.map(rowOf));
  });

  it('defuses a domain that a spreadsheet would run', async () => {
    await test.database.query(
      `INSERT INTO websites (account_id, domain, privacy, share_token) VALUES ($1, '-1.example', 1, 'f')`,
      [test.owner.id],
    );
    const { text } = await exported(test, test.owner, 'websites.csv?search=-1.example&sort=desc');
    expect(cellsOf(text)[1]?.[1]).toBe("'-1.example");
  });

  it('needs a key that may read websites, and holds those of its account alone', async () => {
    const reader = await test.keyFor(test.stranger, { scopes: ['reports:read'] });
    await reader.call('get', '/api/v1/websites.csv').expect(403);
    await test.call('get', '/api/v1/websites.ndjson').expect(401);
    const { text } = await exported(test, test.stranger, 'websites.csv');
    expect(cellsOf(text).map(([, domain]) => domain)).toEqual(['domain', 'secret.example']);
  });
});
