import { startApp, type TestApp } from '../../support/app.js';
import { type ConsoleSession, signedIn } from '../../support/console.js';
import { createdKey } from '../../support/keys.js';

const DAY_MS = 86_400_000;
const PATH = '/console/usage';

let test: TestApp;
let session: ConsoleSession;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
  session = await signedIn(test.url, test.owner.key);
});
afterAll(() => test.close());

/** Adds what a key used on 1 March 2026. */
const use = (keyId: number, reports: number) =>
  test.database.query(
    `INSERT INTO usage_days (account_id, key_id, day, reports) VALUES ($1, $2, '2026-03-01', $3)`,
    [test.owner.id, keyId, reports],
  );
const pageOf = async (query: string) => (await session.get(PATH + query)).text();

/** The first cells of the table's rows. */
const rowsIn = (page: string) =>
  [...page.matchAll(/<th scope="row">(.*?)<td>(\d+)</g)].map(([, name, count]) => [name, count]);

describe('usage by key', () => {
  it('names the keys, also deleted ones', async () => {
    const [kept, deleted] = [
      await createdKey(test.owner, { name: 'CI & <b>' }),
      await createdKey(test.owner),
    ];
    await use(Number(kept.id), 3);
    await use(Number(deleted.id), 4);
    await use(0, 5);
    await test.owner.call('delete', `/api/v1/keys/${String(deleted.id)}`).expect(200);
    expect(rowsIn(await pageOf('?by=key&from=2026-03-01&to=2026-03-02'))).toEqual([
      [`CI &amp; &lt;b&gt; <code>…${String(kept.secret).slice(-4)}</code>`, '3'],
      [`deleted key ${String(deleted.id)}`, '4'],
      ['no key', '5'],
    ]);
  });
});

describe('the screen of the usage', () => {
  it('sums many days by month', async () => {
    const key = await createdKey(test.owner);
    for (const [day, reports] of [
      ['2026-03-30', 2],
      ['2026-03-31', 3],
      ['2026-04-01', 4],
    ] as const)
      await test.database.query(
        'INSERT INTO usage_days (account_id, key_id, day, reports) VALUES ($1, $2, $3, $4)',
        [test.owner.id, key.id, day, reports],
      );
    const page = await pageOf('?from=2025-12-30&to=2026-08-01');
    expect(page).toContain('<th scope="col">Month</th>');
    const rows = rowsIn(page);
    expect(rows[0]).toEqual(['2026-08', '0']);
    expect(rows.at(-1)).toEqual(['2025-12', '0']);
    expect(rows).toHaveLength(9);
    expect(Object.fromEntries(rows)).toMatchObject({ '2026-04': '4' });
    expect(rowsIn(await pageOf('?from=2026-03-30&to=2026-04-01'))).toEqual([
      ['2026-04-01', '4'],
      ['2026-03-31', '3'],
      ['2026-03-30', '2'],
    ]);
  });

  it('says which days it shows', async () => {
    expect(await pageOf('?from=2026-02-27&to=2026-03-02')).toContain('27 Feb 2026 to 2 Mar 2026, in UTC.');
    expect(await pageOf('?to=2026-03-02')).toContain('1 Feb 2026 to 2 Mar 2026, in UTC.');
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
    const days = () => [29, 0].map((back) => format.format(Date.now() - back * DAY_MS)).join(' to ');
    // Midnight may pass in between.
    const before = days();
    const page = await pageOf('');
    expect([before, days()].some((span) => page.includes(`${span}, in UTC.`))).toBe(true);
  });

  it.each([
    ['2026-03-02', '2026-03-01'],
    ['2025-01-01', '2026-03-01'],
  ])('keeps the days from %s to %s, which it refuses, in the form', async (from, to) => {
    const page = await pageOf(`?from=${from}&to=${to}&by=key`);
    expect(page).toMatch(
      /role="alert"[^>]*>The last day must not be before the first day, and at most 400 days are shown\.</,
    );
    for (const typed of [`value="${from}"`, `value="${to}"`, 'value="key" selected'])
      expect(page).toContain(typed);
    expect(page).toContain('No key was used in these days.');
  });

  it('names days that are none as the form does', async () => {
    const page = await pageOf('?from=2026-02-30&to=soon');
    expect(page).toContain('&quot;First day&quot; must be a date such as');
    expect(page).toContain('&quot;Last day&quot; must be a date such as');
  });
});
