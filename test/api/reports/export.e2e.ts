import { gunzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../../support/app.js';
import { insertMany } from '../../support/database.js';
import { cellsOf, exported, rowOf, wholeList } from '../../support/exports.js';
import { storeListedReports } from '../../support/listed-reports.js';
import { storedReport } from '../../support/reports.js';

const CSV = 'text/csv; charset=utf-8; header=present';
const NDJSON = 'application/x-ndjson; charset=utf-8';

/** Several of the slices in which an export reads. */
const REPORTS = 2345;

/** Few scores and many equal urls, so that ties lie at the ends of slices; every seventh report has failed. */
const INSERT = `INSERT INTO reports (account_id, website_id, url, status, result, score, generated_at)
  SELECT $1, $2, 'https://a.example/page-' || n % 40, CASE WHEN n % 7 = 0 THEN 'failed' ELSE 'completed' END,
    CASE WHEN n % 7 = 0 THEN NULL WHEN n % 3 = 0 THEN 'bad' ELSE 'good' END,
    CASE WHEN n % 7 > 0 THEN 30 * (n % 3 + 1) - 20 * (n % 3) / 2 END, CASE WHEN n % 7 > 0 THEN now() END
  FROM generate_series(1, ${REPORTS}) n`;

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
  await storeListedReports(test, test.owner);
  await storedReport(test, test.owner, 'https://down.example/', 0, {
    error: { code: 'dns_not_found', detail: 'The host, "down.example", does not exist.' },
  });
  const [website] = await test.database.query<{ id: string }>(
    `SELECT id FROM websites WHERE account_id = ${test.owner.id} AND domain = 'a.example'`,
  );
  await insertMany(test.database, INSERT, [test.owner.id, website?.id]);
  await storedReport(test, test.stranger, 'https://secret.example/', 99);
});

afterAll(() => test.close());

describe('an export of reports', () => {
  it('is the whole list as CSV, with the field names of its records', async () => {
    const records = await wholeList(test.owner, 'reports');
    const { status, headers, text } = await exported(test, test.owner, 'reports.csv');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': CSV,
      'content-disposition': 'attachment; filename="reports.csv"',
      link: `<${test.url}/api/v1/reports>; rel="alternate"; type="application/json"`,
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect(records).toHaveLength(REPORTS + 13);
    const [names, ...rows] = cellsOf(text);
    expect(names).toEqual(
      Object.keys(records[0] ?? {}).map((name) => (name === 'error' ? 'error_code' : name)),
    );
    expect(rows).toEqual(records.map(rowOf));
    expect(rows.flat()).toEqual(expect.arrayContaining(['dns_not_found', 'https://b.example/ΟΔΌΣ', '']));
    expect(text.endsWith('\r\n')).toBe(true);
  });

  it.each([
    '',
    '&sort=asc',
    '&sort_by=score',
    '&sort_by=score&sort=asc',
    '&sort_by=url',
    '&sort_by=url&sort=asc',
    '&result=bad',
    '&result=bad&sort_by=score',
    '&search=PAGE-1',
    '&search=pa&sort_by=url&sort=asc',
    '&search=page&result=good&sort_by=score',
    '&website_id=1&sort_by=score',
    '&created_after=2020-01-01T00:00:00Z',
    '&created_before=2020-01-01T00:00:00Z',
  ])('has the records of the list in its order (%s)', async (query) => {
    const records = await wholeList(test.owner, 'reports', query);
    const { headers, text } = await exported(test, test.owner, `reports.ndjson?${query}`);
    expect(headers['content-type']).toBe(NDJSON);
    const lines = text.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line))).toEqual(records);
    const csv = await exported(test, test.owner, `reports?${query}`, { accept: 'text/csv' });
    expect(cellsOf(csv.text).slice(1)).toEqual(records.map(rowOf));
  });

  it('of an empty list has a header as CSV, and nothing as NDJSON', async () => {
    const csv = await exported(test, test.owner, 'reports.csv?search=zanzibar');
    expect(csv.text).toBe(
      'id,url,website_id,status,result,score,error_code,created_at,updated_at,generated_at\r\n',
    );
    expect((await exported(test, test.owner, 'reports.ndjson?search=zanzibar')).text).toBe('');
  });

  it('holds nothing of other accounts', async () => {
    const { text } = await exported(test, test.stranger, 'reports.csv');
    expect(cellsOf(text).map(([, url]) => url)).toEqual(['url', 'https://secret.example/']);
  });

  it.each([
    ['text/csv', CSV],
    ['TEXT/CSV; charset=UTF-8', CSV],
    ['text/*', CSV],
    ['application/x-ndjson', NDJSON],
    ['text/csv, */*', CSV],
    ['application/x-ndjson;q=0.5, text/csv;q=0.9', CSV],
    ['text/csv;q=0.5, application/json;q=0.4', CSV],
    ['text/csv;q=0.5, application/json', 'application/json; charset=utf-8'],
    ['text/csv;q=0', 'application/json; charset=utf-8'],
    ['text/csv;q=0, */*', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['text/html,application/xml;q=0.9,*/*;q=0.8', 'application/json; charset=utf-8'],
    ['image/png', 'application/json; charset=utf-8'],
    ['nonsense', 'application/json; charset=utf-8'],
  ])('is chosen by Accept: %s', async (accept, type) => {
    const { status, headers } = await exported(test, test.owner, 'reports?search=apple', { accept });
    expect([status, headers['content-type']]).toEqual([200, type]);
    expect(headers.vary).toMatch(/(^|, )Accept(,|$)/);
  });

  it('is chosen by the path, whatever Accept says', async () => {
    for (const accept of ['application/json', 'application/x-ndjson', 'text/csv;q=0', 'image/png']) {
      const { headers } = await exported(test, test.owner, 'REPORTS.CSV?search=apple', { accept });
      expect(headers['content-type']).toBe(CSV);
    }
  });

  it.each([
    ['gzip', true],
    ['br, gzip;q=0.5', true],
    ['gzip;q=0, identity', false],
    ['br', false],
  ])('is compressed where the client accepts it: %s', async (accepted, isCompressed) => {
    const plain = await exported(test, test.owner, 'reports.ndjson');
    const { bytes, headers } = await exported(test, test.owner, 'reports.ndjson', {
      'accept-encoding': accepted,
    });
    expect(headers['content-encoding']).toBe(isCompressed ? 'gzip' : undefined);
    expect(headers.vary).toContain('Accept-Encoding');
    expect((isCompressed ? gunzipSync(bytes) : bytes).toString()).toBe(plain.text);
    if (isCompressed) expect(bytes.length).toBeLessThan(plain.bytes.length / 4);
  });

  it('links the list as JSON, with its filters', async () => {
    const { headers } = await exported(test, test.owner, 'reports.csv?search=a%3E%22&result=bad&sort=');
    const url = `${test.url}/api/v1/reports?search=a%3E%22&result=bad`;
    expect(headers.link).toBe(`<${url}>; rel="alternate"; type="application/json"`);
  });

  it('responds to HEAD with the same headers and no body', async () => {
    const get = await exported(test, test.owner, 'reports.csv');
    const head = await fetch(`${test.url}/api/v1/reports.csv`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${test.owner.key}` },
    });
    expect(head.status).toBe(200);
    for (const name of ['content-type', 'content-disposition', 'vary', 'link'])
      expect(head.headers.get(name)).toBe(get.headers[name]);
    expect(await head.text()).toBe('');
  });

  it('keeps cells apart, whatever is in them, and defuses those that a spreadsheet would run', async () => {
    const account = await test.keyFor({ ...test.owner, id: await newAccount() });
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '"a", b',
      'a\nb\r\nc',
      "'x",
      'é 😀 ;',
      ' a ',
    ];
    for (const text of texts) {
      const id = await storedReport(test, account, 'https://a.example/', 60);
      await test.database.query('UPDATE reports SET url = $1 WHERE id = $2', [text, id]);
    }
    const [, ...rows] = cellsOf((await exported(test, account, 'reports.csv?sort=asc')).text);
    const cells = rows.map(([, url]) => url);
    expect(cells.slice(0, 6)).toEqual(texts.slice(0, 6).map((text) => `'${text}`));
    expect(cells.slice(6)).toEqual(texts.slice(6));
    const lines = (await exported(test, account, 'reports.ndjson?sort=asc')).text.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { url: string }).url)).toEqual(texts);
  });
});

describe('a request for an export', () => {
  it.each(['reports.csv', 'reports.ndjson'])('needs a key that may read the list (%s)', async (path) => {
    const { body: unknown } = await test.call('get', `/api/v1/${path}`).expect(401);
    expect(unknown).toMatchObject({ code: 'unauthenticated', instance: `/api/v1/${path}` });
    const writer = await test.keyFor(test.owner, { scopes: ['reports:write', 'websites:read'] });
    const { body: refused } = await writer.call('get', `/api/v1/${path}`).expect(403);
    expect(refused).toMatchObject({ code: 'insufficient_scope' });
  });

  it.each([
    ['page=1', ['page']],
    ['page=2&cursor=x', ['cursor']],
    ['perpage=10', ['perpage']],
    ['result=awful&sort_by=name', ['result', 'sort_by']],
    ['search=%00', ['search']],
    ['per_page=7', ['per_page']],
  ])('is refused for what would have no effect: %s', async (query, fields) => {
    for (const [path, accept] of [
      ['reports.csv', '*/*'],
      ['reports', 'text/csv'],
    ] as const) {
      const call = test.owner.call('get', `/api/v1/${path}?${query}`).set('Accept', accept);
      const { body, type } = await call.expect(422);
      expect(type).toBe('application/problem+json');
      expect(Object.keys(body.errors)).toEqual(fields);
    }
  });

  it('may have the per_page of a list, unless its handling is strict', async () => {
    const path = '/api/v1/reports.csv?search=apple&per_page=10&page=';
    await test.owner.call('get', path).expect(200);
    const { body } = await test.owner.call('get', path).set('Prefer', 'handling=strict').expect(422);
    expect(body.errors.per_page).toEqual([
      'per_page has no effect on an export, which is the whole list. Remove it.',
    ]);
  });

  it('other than GET is not supported, and records have no exports', async () => {
    const { headers } = await test.owner.call('post', '/api/v1/reports.csv').expect(405);
    expect(headers.allow).toBe('GET, HEAD, OPTIONS');
    for (const path of ['reports/.csv', 'reports/1.csv', 'account.csv', 'reports.json'])
      await test.owner.call('get', `/api/v1/${path}`).expect(404);
    const id = await storedReport(test, test.stranger, 'https://kept.example/');
    await test.stranger.call('delete', `/api/v1/reports/${id}.csv`).expect(404);
    await test.stranger.call('get', `/api/v1/reports/${id}`).expect(200);
  });
});

async function newAccount(): Promise<number> {
  const [row] = await test.database.query<{ id: string }>(
    `INSERT INTO accounts (name) VALUES ('Texts') RETURNING id`,
  );
  return Number(row?.id);
}
