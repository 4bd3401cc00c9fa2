import { startApp, type TestApp } from '../../support/app.js';
import { insertMany } from '../../support/database.js';
import { deleteWebsiteReports, storedReport } from '../../support/reports.js';

let test: TestApp;

/** 30 000 reports of three websites, with gaps between their ids. */
beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
  const ids = [];
  for (const site of ['a', 'b', 'c'])
    ids.push(await storedReport(test, test.owner, `https://${site}.example/`));
  await insertMany(
    test.database,
    `INSERT INTO reports (id, account_id, website_id, url, status, result, score, generated_at) OVERRIDING SYSTEM VALUE
      SELECT n, account_id, website_id, 'https://x.example/' || n, 'completed', 'decent', 50 + n % 30, now()
      FROM generate_series(100, 30099) n JOIN reports r ON r.id = ($1::bigint[])[1 + n * 7919 % 3]
      WHERE n % 8192 BETWEEN 10 AND 8000`,
    [ids],
  );
});

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

describe('pages by number, far from the start', () => {
  it('are right in both directions', () => expectAllPages());

  it('are right after deletes and new reports', async () => {
    const old = await idsBy('id % 11 = 0');
    await test.database.query(`SELECT setval(pg_get_serial_sequence('reports', 'id'), 40000)`);
    await Promise.all(
      Array.from({ length: 48 }, async (_, n) => {
        const id = await storedReport(test, test.owner, `https://${'abc'.charAt(n % 3)}.example/`);
        const gone = n % 4 === 0 ? [id, old.pop()] : [old.pop()];
        for (const each of gone) await test.owner.call('delete', `/api/v1/reports/${each}`).expect(200);
      }),
    );
    await expectAllPages();
  });

  it('are right while the reports of a deleted website are hidden, and afterwards', async () => {
    const [{ id }] = (await test.owner.call('get', '/api/v1/websites?search=b.example')).body.data;
    await test.owner.call('delete', `/api/v1/websites/${id}`).expect(200);
    await storedReport(test, test.owner, 'https://a.example/');
    await expectAllPages();
    await deleteWebsiteReports(test, { accountId: test.owner.id, websiteId: id as number });
    await expectAllPages();
  });
});
