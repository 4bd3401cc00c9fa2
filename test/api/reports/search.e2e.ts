import { startApp, type TestApp } from '../../support/app.js';
import { insertMany } from '../../support/database.js';
import { storeListedReports } from '../../support/listed-reports.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
  await storeListedReports(test, test.owner);
  await storedReport(test, test.stranger, 'https://a.example/apple', 99);
});

afterAll(() => test.close());

async function list(query: string) {
  const { body } = await test.owner.call('get', `/api/v1/reports${query}`).expect(200);
  return body;
}

describe('GET /api/v1/reports?search=', () => {
  it.each([
    ['apple', 3],
    ['APPLE', 3],
    [' apple ', 3],
    ['e/a', 3],
    ['100%_', 1],
    ['100x_', 1],
    ['%', 1],
    ['_off', 2],
    ['\\', 0],
    ['⁄', 1],
    ['ähre', 1],
    ['жук', 1],
    ['οδός', 1],
    ['STRASSE', 1],
    ['😀', 1],
    ['é', 0],
    ['*', 0],
    ['https://a.example/', 6],
  ])('finds %s in %i reports', async (text, count) => {
    const { data, meta } = await list(`?search=${encodeURIComponent(text)}&per_page=100`);
    expect(data).toHaveLength(count);
    expect(meta.total).toBe(count);
  });

  it('counts at most 10 000 matches, and says so', async () => {
    const many = await startApp();
    await storedReport(many, many.owner, 'https://many.example/');
    await insertMany(
      many.database,
      `INSERT INTO reports (account_id, website_id, url, status, score, result, generated_at)
        SELECT account_id, website_id, url || n, 'completed', 60, 'decent', now() FROM reports, generate_series(1, 10000) n`,
    );
    const search = (query: string) =>
      many.owner.call('get', `/api/v1/reports?search=many&per_page=100${query}`);
    const { body } = await search('').expect(200);
    expect(body.meta).toMatchObject({ total: 10_000, total_capped: true, last_page: 100 });
    const beyond = await search('&page=101').expect(200);
    expect(beyond.body.data).toHaveLength(1);
    await many.database.query('DELETE FROM reports WHERE id = (SELECT max(id) FROM reports)');
    const exact = await search('').expect(200);
    expect(exact.body.meta.total).toBe(10_000);
    expect(exact.body.meta).not.toHaveProperty('total_capped');
    await many.close();
  });
});
