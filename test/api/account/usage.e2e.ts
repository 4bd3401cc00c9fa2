import { hashOf } from '../../../src/auth/secret.js';
import { unavailable } from '../../../src/engine/rendering/rendering.js';
import { type Account, startApp, type TestApp } from '../../support/app.js';
import { browserSettings } from '../../support/browser.js';
import { storedReport } from '../../support/reports.js';
import { ordinaryAnswer, type StrangerSite, strangerSite } from '../../support/website.js';

const DAY_MS = 86_400_000;
/** Beside the reports of a stored row. */
const USED = { renders: 2, crawled_pages: 0, deliveries: 4 };
const NOTHING = { reports: 0, renders: 0, crawled_pages: 0, deliveries: 0 };

/** The day of UTC so many days ago. */
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const usage = (account: Account, query = '') => account.call('get', `/api/v1/usage${query}`);

async function keyIdOf(test: TestApp, { key }: Account): Promise<number> {
  const sql = 'SELECT id::int FROM api_keys WHERE hash = $1';
  return (await test.database.query<{ id: number }>(sql, [hashOf(key)]))[0]?.id ?? 0;
}

/** Everything that the account used, by key. */
async function byKey(account: Account): Promise<object[]> {
  return (await usage(account, '?by=key').expect(200)).body.data;
}

const store = (account: Account, fields: Record<string, string | number>) =>
  account.call('post', '/api/v1/reports').set('Prefer', 'respond-async').send(fields);

describe('GET /api/v1/usage', () => {
  let test: TestApp;
  let key: number;

  const insert = (account: Account, keyId: number, day: string, reports: number) =>
    test.database.query(
      `INSERT INTO usage_days (account_id, key_id, day, reports, renders, deliveries)
        VALUES ($1, $2, $3, $4, 2, 4)`,
      [account.id, keyId, day, reports],
    );

  beforeAll(async () => {
    test = await startApp({ ROLE: 'api' });
    key = await keyIdOf(test, test.owner);
    await insert(test.owner, key, '2026-02-27', 1);
    await insert(test.owner, 999_999, '2026-02-27', 10);
    await insert(test.owner, 0, '2026-03-01', 100);
    await insert(test.owner, key, '2026-03-02', 1000);
    await insert(test.stranger, key, '2026-03-01', 7);
  });

  afterAll(() => test.close());

  it('has a row for each day of UTC, oldest first, whichever key it was', async () => {
    const { body } = await usage(test.owner, '?from=2026-02-27&to=2026-03-02').expect(200);
    expect(body).toEqual({
      data: [
        { day: '2026-02-27', reports: 11, renders: 4, crawled_pages: 0, deliveries: 8 },
        { day: '2026-02-28', ...NOTHING },
        { day: '2026-03-01', reports: 100, ...USED },
        { day: '2026-03-02', reports: 1000, ...USED },
      ],
    });
    expect((await usage(test.owner, '?from=2026-02-27&to=2026-03-02&by=day').expect(200)).body).toEqual(body);
  });

  it('has a row for each key with something, in the order of their ids, and null last', async () => {
    const { body } = await usage(test.owner, '?by=key&from=2026-02-27&to=2026-03-02').expect(200);
    expect(body).toEqual({
      data: [
        { key_id: key, reports: 1001, renders: 4, crawled_pages: 0, deliveries: 8 },
        { key_id: 999_999, reports: 10, ...USED },
        { key_id: null, reports: 100, ...USED },
      ],
    });
  });

  it.each([
    ['from=2026-03-02&to=2026-03-02', [1000]],
    ['from=2026-02-28&to=2026-03-01', [0, 100]],
    ['from=2026-02-28&to=2026-03-01&by=key', [100]],
    ['from=2026-02-28&to=2026-02-28&by=key', []],
  ])('includes both ends: %s', async (query, reports) => {
    const { body } = await usage(test.owner, `?${query}`).expect(200);
    expect(body.data.map((row: { reports: number }) => row.reports)).toEqual(reports);
  });

  it('has nothing of another account', async () => {
    const { body } = await usage(test.stranger, '?by=key&from=2026-02-27&to=2026-03-02').expect(200);
    expect(body.data).toEqual([{ key_id: key, reports: 7, ...USED }]);
  });

  it('covers the last 30 days, or the 30 days up to "to", if "from" is absent', async () => {
    const days = async (query: string) => {
      const { body } = await usage(test.owner, query).expect(200);
      const rows: { day: string }[] = body.data;
      return [rows.length, rows[0]?.day, rows.at(-1)?.day];
    };
    const last = () => [30, dayAgo(29), dayAgo(0)];
    // Midnight may pass in between.
    const before = last();
    const shown = await days('?from=&to=&by=');
    expect([before, last()]).toContainEqual(shown);
    expect(await days('?to=2026-03-01')).toEqual([30, '2026-01-31', '2026-03-01']);
    expect(await days('?to=0001-01-05')).toEqual([5, '0001-01-01', '0001-01-05']);
  });

  it('covers 400 days at most', async () => {
    const { body } = await usage(test.owner, '?from=2025-01-27&to=2026-03-02').expect(200);
    expect(body.data).toHaveLength(400);
    expect(body.data[0]).toEqual({ day: '2025-01-27', ...NOTHING });
    expect(body.data[399]).toMatchObject({ day: '2026-03-02', reports: 1000 });
  });

  const TOO_LONG = 'from must be at most 399 days before to: a response covers up to 400 days.';

  it.each([
    ['from=2025-01-26&to=2026-03-02', 'from', TOO_LONG],
    ['from=2025-01-26&to=2026-03-02&by=key', 'from', TOO_LONG],
    ['from=0001-01-01', 'from', TOO_LONG],
    ['from=2026-03-02&to=2026-03-01', 'from', 'from must not be after to.'],
    ['from=9999-12-31', 'from', 'from must not be after to.'],
    ['from=2026-02-30', 'from', 'from must be a date such as 2026-11-20, without a time.'],
    ['to=2026-03-01T00:00:00Z', 'to', 'to must be a date such as 2026-11-20, without a time.'],
    ['by=month', 'by', 'by must be one of day, key.'],
  ])('refuses %s', async (query, field, message) => {
    const { body } = await usage(test.owner, `?${query}`).expect(422);
    expect(body.errors).toEqual({ [field]: [message] });
  });

  it('warns of unknown parameters', async () => {
    const { body } = await usage(test.owner, '?key=1').expect(200);
    expect(body.warnings).toHaveLength(1);
    await usage(test.owner, '?key=1').set('Prefer', 'handling=strict').expect(422);
  });
});

describe('usage', () => {
  let test: TestApp;

  beforeEach(async () => {
    test = await startApp({ ROLE: 'api' });
  });

  afterEach(() => test.close());

  it('counts each report that is stored, on its day and for the key that asked', async () => {
    const other = await test.keyFor(test.owner);
    const { body } = await store(test.owner, { url: 'https://one.example/' }).expect(202);
    await store(other, { url: 'https://one.example/' }).expect(202);
    await store(other, { url: 'https://two.example/' }).expect(202);
    await store(test.stranger, { url: 'https://one.example/' }).expect(202);
    expect(await byKey(test.owner)).toEqual([
      { key_id: await keyIdOf(test, test.owner), ...NOTHING, reports: 1 },
      { key_id: await keyIdOf(test, other), ...NOTHING, reports: 2 },
    ]);
    const day = body.data.created_at.slice(0, 10);
    const { data } = (await usage(test.owner, `?from=${day}&to=${day}`).expect(200)).body;
    expect(data).toMatchObject([{ day, reports: 3 }]);
  });

  it('keeps its counts when reports and keys are deleted', async () => {
    const other = await test.keyFor(test.owner);
    const id = await keyIdOf(test, other);
    const { body } = await store(other, { url: 'https://one.example/' }).expect(202);
    await test.owner.call('delete', `/api/v1/reports/${String(body.data.id)}`).expect(200);
    await test.owner.call('delete', `/api/v1/keys/${String(id)}`).expect(200);
    expect(await byKey(test.owner)).toEqual([{ key_id: id, ...NOTHING, reports: 1 }]);
  });

  it('counts the items of a batch that were stored', async () => {
    const items = ['https://one.example/', 'not a url', 'https://two.example/', 'https://one.example/'];
    await test.owner
      .call('post', '/api/v1/reports/batch')
      .send({ items: items.map((url) => ({ url })) })
      .expect(202);
    expect(await byKey(test.owner)).toMatchObject([{ reports: 3 }]);
  });

  it('counts no refused request, and no repeated one twice', async () => {
    await store(test.owner, { url: 'not a url' }).expect(422);
    expect(await byKey(test.owner)).toEqual([]);
    const once = () => store(test.owner, { url: 'https://one.example/' }).set('Idempotency-Key', 'once');
    const first = await once().expect(202);
    expect((await once().expect(202)).body.data.id).toBe(first.body.data.id);
    expect(await byKey(test.owner)).toMatchObject([{ reports: 1 }]);
  });

  it.each([
    [null, 1],
    ['page_hangs' as const, 1],
    ['rendering_unavailable' as const, 0],
  ])('counts a render for each report that one audit completes, whose error is %s', async (code, each) => {
    const url = 'https://one.example/';
    const other = await test.keyFor(test.owner);
    for (const account of [test.owner, other, other]) await store(account, { url }).expect(202);
    const error = code && { code, detail: '' };
    const rendered = { ...unavailable('mobile'), error, words: { static: null, rendered: null } };
    await storedReport(test, test.owner, url, 60, { rendered });
    expect(await byKey(test.owner)).toEqual([
      { key_id: await keyIdOf(test, test.owner), ...NOTHING, reports: 1, renders: each },
      { key_id: await keyIdOf(test, other), ...NOTHING, reports: 2, renders: 2 * each },
      { key_id: null, ...NOTHING, reports: 1, renders: each },
    ]);
  });
});

describe('usage of a browser', () => {
  let test: TestApp;
  let site: StrangerSite;

  beforeAll(async () => {
    site = await strangerSite(ordinaryAnswer);
    test = await startApp({
      ALLOWED_TARGETS: site.target,
      ...(await browserSettings()),
      STORE_WAIT_SECONDS: '60',
    });
  });

  afterAll(async () => {
    await test.close();
    await site.close();
  });

  const audited = async (account: Account, fields: Record<string, string | number>, status = 201) =>
    account.call('post', '/api/v1/reports').set('Prefer', 'wait=60').send(fields).expect(status);

  it('counts the reports that were rendered, for the key that asked for each', async () => {
    const url = `${site.origin}/shoes`;
    const other = await test.keyFor(test.owner);
    await audited(test.owner, { url });
    const { body } = await audited(test.owner, { url, render: 'always' });
    expect(body.data.rendered).toMatchObject({ error: null });
    await audited(other, { url, render: 'always' });
    await audited(other, { url, render: 'always', max_age: 600 }, 200);
    expect(await byKey(test.owner)).toEqual([
      { key_id: await keyIdOf(test, test.owner), ...NOTHING, reports: 2, renders: 1 },
      { key_id: await keyIdOf(test, other), ...NOTHING, reports: 1, renders: 1 },
    ]);
  });
});
