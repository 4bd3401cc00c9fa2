import { MAKE_BLOCKS } from '../../src/database/migrations/1764172800000-report-blocks.js';
import { DeletedWebsitesRepository } from '../../src/websites/deleted-websites.repository.js';
import { startApp, type TestApp } from '../support/app.js';
import { storedReport } from '../support/reports.js';

let test: TestApp;

/** 30 000 reports of three websites, the ids with a gap before and after each multiple of 8192: reports that end a block
 *  are still to come. */
beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
  const ids = [];
  for (const site of ['a', 'b', 'c'])
    ids.push(await storedReport(test, test.owner, `https://${site}.example/`));
  await test.database.query(
    `INSERT INTO reports (id, account_id, website_id, url, status, result, score, generated_at) OVERRIDING SYSTEM VALUE
      SELECT n, account_id, website_id, 'https://x.example/' || n, 'completed', 'decent', 50 + n % 30, now()
      FROM generate_series(100, 30099) n JOIN reports r ON r.id = ($1::bigint[])[1 + n * 7919 % 3]
      WHERE n % 8192 BETWEEN 10 AND 8000`,
    [ids],
  );
  await test.database.query(
    `UPDATE websites w SET reports_count = c.n, completed_count = c.n, decent_count = c.n, score_sum = c.sum
      FROM (SELECT website_id, count(*) n, sum(score) FROM reports GROUP BY 1) c WHERE w.id = c.website_id`,
  );
  await test.database.query(
    `UPDATE account_totals SET reports_count = c.n, decent_count = c.n FROM (SELECT count(*) n FROM reports) c
      WHERE account_id = $1`,
    [test.owner.id],
  );
  await test.database.query(MAKE_BLOCKS);
}, 60_000);

afterAll(() => test.close());

async function idsBy(condition: string): Promise<number[]> {
  const rows = await test.database.query<{ id: string }>(
    `SELECT id FROM reports r WHERE EXISTS (SELECT FROM websites w WHERE w.id = r.website_id) AND ${condition} ORDER BY id`,
  );
  return rows.map(({ id }) => Number(id));
}

/** Every page of a hundred from the thousandth report on, in both directions, is what the table holds. */
async function expectPages(filter: string, condition: string): Promise<void> {
  const ids = await idsBy(condition);
  for (const sort of ['asc', 'desc']) {
    const expected = sort === 'asc' ? ids : ids.toReversed();
    for (let page = 11; (page - 1) * 100 <= ids.length; page += 7) {
      const path = `/api/v1/reports?per_page=100&sort=${sort}&page=${page}${filter}`;
      const { body } = await test.owner.call('get', path).expect(200);
      expect(body.meta.total).toBe(ids.length);
      expect([path, body.data.map(({ id }: { id: number }) => id)]).toEqual([
        path,
        expected.slice((page - 1) * 100, page * 100),
      ]);
    }
  }
}

async function expectAllPages(): Promise<void> {
  await expectPages('', 'true');
  const websites = await test.database.query<{ id: string }>(
    'SELECT id FROM websites WHERE account_id = $1',
    [test.owner.id],
  );
  for (const { id } of websites) await expectPages(`&website_id=${id}`, `website_id = ${id}`);
  await expectPages('&result=decent', `result = 'decent'`);
}

/** Has the next reports get ids around a multiple of 8192. */
async function continueAt(id: number): Promise<void> {
  await test.database.query(`SELECT setval(pg_get_serial_sequence('reports', 'id'), $1::bigint - 1)`, [id]);
}

async function blocks(): Promise<{ count: number; sum: number }> {
  const [row] = await test.database.query<{ count: number; sum: number }>(
    'SELECT count(*)::int, sum(count)::int FROM report_blocks WHERE website_id = 0',
  );
  return row ?? { count: 0, sum: 0 };
}

describe('pages by number, far from the start', () => {
  it('are right in an account whose reports were there before their blocks', async () => {
    expect(await blocks()).toEqual({ count: 3, sum: 3 * 8192 });
    await expectAllPages();
  });

  it('are right after deletes and new reports, the ends of blocks among them', async () => {
    const old = await idsBy('id % 11 = 0');
    const churn = async (from: number) => {
      await continueAt(from);
      await Promise.all(
        Array.from({ length: 24 }, async (_, n) => {
          const id = await storedReport(test, test.owner, `https://${'abc'.charAt(n % 3)}.example/`);
          const gone = n % 4 === 0 ? [id, old.pop()] : [old.pop()];
          for (const each of gone) await test.owner.call('delete', `/api/v1/reports/${each}`).expect(200);
        }),
      );
    };
    await churn(8192 * 4 - 12);
    expect((await blocks()).count).toBe(4);
    await churn(8192 * 5 - 12);
    expect((await blocks()).count).toBe(5);
    await expectAllPages();
  }, 60_000);

  it('are right while the reports of a deleted website are hidden, and afterwards', async () => {
    const [{ id }] = (await test.owner.call('get', '/api/v1/websites?search=b.example')).body.data;
    await test.owner.call('delete', `/api/v1/websites/${id}`).expect(200);
    const before = await blocks();
    await continueAt(8192 * 6);
    await storedReport(test, test.owner, 'https://a.example/');
    await expectAllPages();
    expect((await blocks()).count).toBe(before.count);

    const deleted = test.app.get(DeletedWebsitesRepository);
    while (await deleted.deleteSome());
    await continueAt(8192 * 7 - 1);
    for (const site of ['c', 'a', 'a']) await storedReport(test, test.owner, `https://${site}.example/`);
    expect((await blocks()).count).toBe(before.count + 1);
    await expectAllPages();
    expect((await blocks()).sum).toBe((await idsBy(`account_id = ${test.owner.id}`)).length - 1);
  }, 60_000);

  it('are right of a website alone that is small', async () => {
    const [{ id }] = (await test.owner.call('get', '/api/v1/websites?search=c.example')).body.data;
    const [{ id: last }] = (await test.owner.call('get', `/api/v1/reports?website_id=${id}`)).body.data;
    await test.owner.call('delete', `/api/v1/reports/${last}`).expect(200);
    await expectAllPages();
  }, 60_000);
});
