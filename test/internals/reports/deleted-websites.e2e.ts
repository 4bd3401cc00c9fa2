import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, startInstance, type TestApp } from '../../support/app.js';
import { insertMany } from '../../support/database.js';
import { deleteWebsiteReports, storedReport } from '../../support/reports.js';

const PAGE = 'https://large.example/shoes';
const KEPT = 6000;
const GONE = 7000;

let test: TestApp;
let kept: number[];
let gone: number[];
let shareUrl: string;

/** A website with 7000 reports among the 6000 of another one, deleted by a service that does no work in the
 *  background: everything that is hidden stays in the tables. */
beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
  const large = await storedReport(test, test.owner, PAGE);
  const small = await storedReport(test, test.owner, 'https://small.example/');
  await insertMany(
    test.database,
    `INSERT INTO reports (account_id, website_id, url, status, result, score)
      SELECT account_id, website_id, 'https://' || n % 2 || '.example/shoes/' || n, 'completed', 'decent', 50 + n % 30
      FROM generate_series(1, $3::int + $4::int - 2) n
      JOIN reports ON id = CASE WHEN n % 13 < 7 THEN $1::bigint ELSE $2::bigint END ORDER BY n`,
    [large, small, GONE, KEPT],
  );
  const idsLike = async (domain: string) =>
    (
      await test.database.query<{ id: string }>(
        'SELECT r.id FROM reports r JOIN websites w ON w.id = r.website_id WHERE domain = $1 ORDER BY r.id',
        [domain],
      )
    ).map(({ id }) => Number(id));
  [kept, gone] = [await idsLike('small.example'), await idsLike('large.example')];
  const [{ id, share_url }] = (await test.owner.call('get', '/api/v1/websites?search=large')).body.data;
  shareUrl = new URL(share_url as string).pathname;
  const [{ report_id }] = (await test.database.query(
    `INSERT INTO pending_audits (account_id, report_id, website_id, host, url_hash)
      VALUES ($1, $2, $3, 'large.example', 0) RETURNING report_id`,
    [test.owner.id, gone[0], id],
  )) as [{ report_id: string }];
  expect(Number(report_id)).toBe(gone[0]);
  await test.owner.call('patch', `/api/v1/websites/${id}`).send({ privacy: 0 }).expect(200);
  await test.call('get', shareUrl).expect(200);
  await test.owner.call('delete', `/api/v1/websites/${id}`).expect(200);
});

afterAll(() => test.close());

async function storedCount(): Promise<number> {
  const [row] = await test.database.query<{ n: number }>('SELECT count(*)::int AS n FROM reports');
  return row?.n ?? 0;
}

async function listed(query: string): Promise<{ ids: number[]; total: number }> {
  const { body } = await test.owner.call('get', `/api/v1/reports?${query}`).expect(200);
  return { ids: body.data.map(({ id }: { id: number }) => id), total: body.meta.total };
}

describe('a deleted website whose reports are still being deleted', () => {
  it('has them in its table', async () => {
    expect([kept.length, gone.length]).toEqual([KEPT, GONE]);
    expect(await storedCount()).toBe(KEPT + GONE);
  });

  it.each(
    ['id', 'url', 'score'].flatMap((sort) => [`sort_by=${sort}&sort=asc`, `sort_by=${sort}&sort=desc`]),
  )('shows none of them in a list, on any page, by number or cursor: %s', async (order) => {
    for (const more of ['', '&result=decent', '&search=shoes', '&search=s', '&search=example/shoes/1']) {
      const query = `${order}${more}&per_page=100`;
      for (const page of [1, 15, 59]) {
        const { ids } = await listed(`${query}&page=${page}`);
        expect(ids.filter((id) => gone.includes(id))).toEqual([]);
      }
    }
    const { body } = await test.owner.call('get', `/api/v1/reports?${order}&per_page=100&page=9`);
    const { ids } = await listed(new URL(body.links.next as string).searchParams.toString());
    expect(ids).toHaveLength(100);
    expect(ids.filter((id) => gone.includes(id))).toEqual([]);
  });

  it('counts none of them', async () => {
    expect((await listed('')).total).toBe(KEPT);
    expect((await listed('search=example')).total).toBe(KEPT);
    expect((await listed('search=/shoes/1&sort_by=score')).total).toBe(
      (await listed('search=/shoes/1')).total,
    );
    expect((await test.owner.call('get', '/api/v1/account')).body.data).toMatchObject({
      reports_count: KEPT,
      websites_count: 1,
    });
  });

  it('shows the last page of what is left', async () => {
    const { ids } = await listed('sort=asc&per_page=100&page=60');
    expect(ids).toEqual(kept.slice(-100));
  });

  it('is nowhere by its id, its address, or the ids of its reports', async () => {
    const website = await test.database.query<{ website_id: string }>('SELECT * FROM deleted_websites');
    const id = website[0]?.website_id ?? '';
    expect(await listed(`website_id=${id}`)).toEqual({ ids: [], total: 0 });
    expect(await listed(`website_id=${id}&search=shoes`)).toEqual({ ids: [], total: 0 });
    await test.owner.call('get', `/api/v1/websites/${id}`).expect(404);
    await test.owner.call('get', `/api/v1/reports/${gone[0]}`).expect(404);
    await test.owner.call('delete', `/api/v1/reports/${gone[0]}`).expect(404);
    await test.call('get', shareUrl).expect(404);
    await test.call('get', `${shareUrl}/reports/${gone[0]}`).expect(404);
  });

  it('gives its domain to a new website, which begins without a history', async () => {
    const again = await storedReport(test, test.stranger, PAGE);
    expect(again).toBeGreaterThan(0);
    const id = await storedReport(test, test.owner, PAGE);
    const { body } = await test.owner.call('get', `/api/v1/reports/${id}`).expect(200);
    expect(body.data).toMatchObject({ id, previous: null });
    const [{ id: websiteId }] = (await test.owner.call('get', '/api/v1/websites?search=large')).body.data;
    await test.owner.call('delete', `/api/v1/websites/${websiteId}`).expect(200);
  });

  it('is not what max_age finds', async () => {
    const { headers } = await test.owner
      .call('post', '/api/v1/reports')
      .set('Prefer', 'respond-async')
      .set('Idempotency-Key', randomUUID())
      .send({ url: PAGE, max_age: 86_400 })
      .expect(202);
    const path = new URL(String(headers.location)).pathname;
    await test.owner.call('delete', path).expect(200);
  });

  it('is deleted by workers in the background, and leaves the others alone', async () => {
    const worker = await startInstance(test.database.url, { ROLE: 'worker' });
    await worker.app.get(Database).connect();
    while ((await test.database.query('SELECT 1 FROM deleted_websites')).length > 0) await sleep(50);
    await worker.close();
    const left = await test.database.query<{ id: string }>(
      'SELECT id FROM reports WHERE account_id = $1 ORDER BY id',
      [test.owner.id],
    );
    expect(left.map(({ id }) => Number(id))).toEqual(kept);
    expect(await test.database.query('SELECT 1 FROM pending_audits')).toEqual([]);
    expect((await listed('')).total).toBe(KEPT);
  });

  it('is deleted once, however many jobs do it at the same time', async () => {
    const { id: accountId } = test.owner;
    const [{ website_id }] = (await test.database.query(
      'SELECT website_id FROM reports WHERE account_id = $1 LIMIT 1',
      [accountId],
    )) as [{ website_id: string }];
    const websiteId = Number(website_id);
    await test.owner.call('delete', `/api/v1/websites/${String(websiteId)}`).expect(200);
    const job = async () => {
      await deleteWebsiteReports(test, { accountId, websiteId });
      return test.database.query('SELECT 1 FROM reports WHERE account_id = $1', [accountId]);
    };
    // Where one of them says that nothing is left, nothing may be left: from then on lists hide nothing.
    expect(await Promise.all([job(), job(), job()])).toEqual([[], [], []]);
    expect(await test.database.query('SELECT 1 FROM deleted_websites')).toEqual([]);
  });
});
