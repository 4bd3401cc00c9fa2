import { startApp, type TestApp } from '../../support/app.js';
import { expectRefusal } from '../../support/refusal.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
  await storedReport(test, test.owner, 'https://example.com/');
});

afterAll(() => test.close());

/** What is sent, the parameter at fault, a part of the rule. */
type BadQuery = readonly [query: string, parameter: string, rule: string];

/** @param values separated by spaces */
function valuesOf(parameter: string, rule: string, values: string): BadQuery[] {
  return values.split(' ').map((value) => [`${parameter}=${value}`, parameter, rule]);
}

const REPORT_QUERIES: BadQuery[] = [
  ...valuesOf(
    'per_page',
    'one of 10, 25, 50, 100',
    '0 1 9 11 24 101 1000 -10 %2B10 10.0 1e1 010 0x0a ten 10%2010 %E2%82%AC NaN Infinity 10,25 null true ٣',
  ),
  ...valuesOf('sort', 'one of desc, asc', 'up ASC Desc ascending 1 asc,desc asc%00 null'),
  ...valuesOf(
    'sort_by',
    'one of id, url, score',
    "ID date result website_id id,url id%20desc id'-- created_at __proto__ constructor",
  ),
  ...valuesOf('search_by', 'one of url', 'domain URL id toString'),
  ...valuesOf('result', 'one of good, decent, bad', 'ok Good GOOD good,bad 1 hasOwnProperty'),
  ...valuesOf('website_id', 'plain digits', "-1 %2B1 1.0 1e3 abc 0x1 01 1%202 1;2 1' null NaN １"),
  ...valuesOf(
    'page',
    'integer from 1',
    '0 -1 %2B1 01 1.0 1.5 1e3 one 9007199254740992 99999999999999999999 null %F0%9F%98%80',
  ),
  ...valuesOf(
    'search',
    'at most 255 characters',
    `${'a'.repeat(256)} ${encodeURIComponent('😀'.repeat(256))}`,
  ),
  ...valuesOf('search', 'U+0000', 'a%00b %00'),
  ...valuesOf('cursor', 'start again', `abc eyJhIjoxfQ.abcdefghijklmnop ${'a'.repeat(8000)}`),
  ['cursor=%00', 'cursor', 'U+0000'],
  ['cursor=abc&page=1', 'cursor', 'together with page'],
  ['sort=asc&sort=desc', 'sort', 'once only'],
  ['sort=asc&sort=asc', 'sort', 'once only'],
  ['sort=&sort=', 'sort', 'once only'],
  ['search=a&search=b', 'search', 'once only'],
  ['page=1&page=2', 'page', 'once only'],
  ['sort[]=asc', 'sort', 'single value'],
  ['sort[0]=asc', 'sort', 'single value'],
  ['sort[x]=asc', 'sort', 'single value'],
  ['sort[x][y]=asc', 'sort', 'single value'],
  ['sort[__proto__]=x', 'sort', 'single value'],
  ['sort[=x', 'sort', 'single value'],
  ['sort%5B%5D=asc', 'sort', 'single value'],
  ['search[a]=1', 'search', 'single value'],
  ['per_page[$gt]=1', 'per_page', 'single value'],
  ['foo=1&foo=2', 'foo', 'once only'],
  ['url[x]=1', 'url', 'single value'],
  ['__proto__[x]=1', '__proto__', 'single value'],
  ['foo=%00', 'foo', 'U+0000'],
];

const WEBSITE_QUERIES: BadQuery[] = [
  ['sort_by=url', 'sort_by', 'one of id, domain, reports_avg_score, reports_count'],
  ['sort_by=score', 'sort_by', 'one of id'],
  ['search_by=url', 'search_by', 'one of domain'],
  ['per_page=0', 'per_page', 'one of 10'],
  ['sort=x', 'sort', 'one of desc'],
  ['page=0', 'page', 'integer from 1'],
  ['search=%00', 'search', 'U+0000'],
  [`search=${'a'.repeat(256)}`, 'search', 'at most 255'],
  ['cursor=x', 'cursor', 'start again'],
];

const IDS = "0 -1 +1 01 1.0 1e3 abc 9007199254740992 99999999999999999999 %00 %zz 1%20 １ null 1;2 1'";

const PATHS = ['reports', 'websites'].flatMap((resource) =>
  IDS.split(' ').map((id) => `/api/v1/${resource}/${id}`),
);

describe('bad input in queries and paths', () => {
  it.each(REPORT_QUERIES)('GET /reports?%.60s is 422 for %s', async (query, field, rule) => {
    const { body } = await test.owner.call('get', `/api/v1/reports?${query}`).expect(422);
    expectRefusal(body, field, rule);
  });

  it.each(WEBSITE_QUERIES)('GET /websites?%.60s is 422 for %s', async (query, field, rule) => {
    const { body } = await test.owner.call('get', `/api/v1/websites?${query}`).expect(422);
    expectRefusal(body, field, rule);
  });

  it('names every failing parameter at once', async () => {
    const { body } = await test.owner
      .call('get', '/api/v1/reports?per_page=7&sort=up&page=0&result=ok&search=%00')
      .expect(422);
    expect(Object.keys(body.errors).sort()).toEqual(['page', 'per_page', 'result', 'search', 'sort']);
  });

  it.each(PATHS)('GET and DELETE %s is 404', async (path) => {
    await test.owner.call('get', path).expect(404);
    await test.owner.call('delete', path).expect(404);
  });

  it('lost and changed nothing', async () => {
    const { body } = await test.owner.call('get', '/api/v1/account').expect(200);
    expect(body.data).toMatchObject({ reports_count: 1, websites_count: 1 });
  });
});
