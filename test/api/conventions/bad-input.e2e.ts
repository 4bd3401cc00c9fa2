import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;
let website: string;

beforeAll(async () => {
  test = await startApp();
  await storedReport(test, test.owner, 'https://example.com/');
  const { body } = await test.owner.call('get', '/api/v1/websites');
  website = `/api/v1/websites/${body.data[0].id}`;
});

afterAll(() => test.close());

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const long = (n: number) => 'a'.repeat(n);

/** Queries of the list of reports: what is sent, the field at fault, a word of the rule. */
const REPORT_QUERIES: [query: string, field: string, rule: string][] = [
  ...[
    '0',
    '1',
    '9',
    '11',
    '24',
    '101',
    '1000',
    '-10',
    '%2B10',
    '10.0',
    '1e1',
    '010',
    '0x0a',
    'ten',
    '10%2010',
    '%E2%82%AC',
    'NaN',
    'Infinity',
    '10,25',
    'null',
    'true',
    '٣',
  ].map((value): [string, string, string] => [`per_page=${value}`, 'per_page', 'one of 10, 25, 50, 100']),
  ...['up', 'ASC', 'Desc', 'ascending', '1', 'asc,desc', 'asc%00', 'null'].map(
    (value): [string, string, string] => [`sort=${value}`, 'sort', 'one of desc, asc'],
  ),
  ...[
    'ID',
    'date',
    'result',
    'website_id',
    'id,url',
    'id%20desc',
    "id'--",
    'created_at',
    '__proto__',
    'constructor',
  ].map((value): [string, string, string] => [`sort_by=${value}`, 'sort_by', 'one of id, url, score']),
  ...['domain', 'URL', 'id', 'toString'].map((value): [string, string, string] => [
    `search_by=${value}`,
    'search_by',
    'one of url',
  ]),
  ...['ok', 'Good', 'GOOD', 'good,bad', '1', 'hasOwnProperty'].map((value): [string, string, string] => [
    `result=${value}`,
    'result',
    'one of good, decent, bad',
  ]),
  ...['-1', '%2B1', '1.0', '1e3', 'abc', '0x1', '01', '1%202', '1;2', "1'", 'null', 'NaN', '１'].map(
    (value): [string, string, string] => [`website_id=${value}`, 'website_id', 'plain digits'],
  ),
  ...[
    '0',
    '-1',
    '%2B1',
    '01',
    '1.0',
    '1.5',
    '1e3',
    'one',
    '9007199254740992',
    '99999999999999999999',
    'null',
    '%F0%9F%98%80',
  ].map((value): [string, string, string] => [`page=${value}`, 'page', 'integer from 1']),
  [`search=${long(256)}`, 'search', 'at most 255 characters'],
  [`search=${encodeURIComponent('😀'.repeat(256))}`, 'search', 'at most 255 characters'],
  ['search=a%00b', 'search', 'U+0000'],
  ['search=%00', 'search', 'U+0000'],
  ['cursor=abc', 'cursor', 'start again'],
  ['cursor=%00', 'cursor', 'U+0000'],
  ['cursor=eyJhIjoxfQ.abcdefghijklmnop', 'cursor', 'start again'],
  [`cursor=${long(8000)}`, 'cursor', 'start again'],
  ['cursor=abc&page=1', 'cursor', 'together with page'],
  ...['sort=asc&sort=desc', 'sort=asc&sort=asc', 'sort=&sort='].map((query): [string, string, string] => [
    query,
    'sort',
    'once only',
  ]),
  ['search=a&search=b', 'search', 'once only'],
  ['page=1&page=2', 'page', 'once only'],
  ...[
    'sort[]=asc',
    'sort[0]=asc',
    'sort[x]=asc',
    'sort[x][y]=asc',
    'sort[__proto__]=x',
    'sort[=x',
    'sort%5B%5D=asc',
  ].map((query): [string, string, string] => [query, 'sort', 'single value']),
  ['search[a]=1', 'search', 'single value'],
  ['per_page[$gt]=1', 'per_page', 'single value'],
  ['foo=1&foo=2', 'foo', 'once only'],
  ['url[x]=1', 'url', 'single value'],
  ['__proto__[x]=1', '__proto__', 'single value'],
  ['foo=%00', 'foo', 'U+0000'],
];

const WEBSITE_QUERIES: [query: string, field: string, rule: string][] = [
  ['sort_by=url', 'sort_by', 'one of id, domain, reports_avg_score, reports_count'],
  ['sort_by=score', 'sort_by', 'one of id'],
  ['search_by=url', 'search_by', 'one of domain'],
  ['per_page=0', 'per_page', 'one of 10'],
  ['sort=x', 'sort', 'one of desc'],
  ['page=0', 'page', 'integer from 1'],
  ['search=%00', 'search', 'U+0000'],
  [`search=${long(256)}`, 'search', 'at most 255'],
  ['cursor=x', 'cursor', 'start again'],
];

/** Fields of the store: as a form and as JSON. */
const URLS: [url: string, rule: string][] = [
  ['', 'required'],
  ['   ', 'required'],
  ['example.com', 'absolute'],
  ['/path', 'absolute'],
  ['//example.com', 'absolute'],
  ['https:', 'absolute'],
  ['https://', 'absolute'],
  ['https:/example.com', 'absolute'],
  ['ftp://example.com/', 'absolute'],
  ['file:///etc/passwd', 'absolute'],
  ['javascript:alert(1)', 'absolute'],
  ['data:text/html,x', 'absolute'],
  ['https://[::1', 'absolute'],
  ['https://exa%00mple.com/', 'absolute'],
  ['https://example.com:99999/', 'absolute'],
  ['https://example.com/a b', 'white space'],
  ['https://example.com/\t', 'white space'],
  ['https://example.com/\n', 'white space'],
  ['https://example.com\\@evil.example/', 'white space'],
  ['https://example.com/\u0007', 'white space'],
  ['https://example.com/\u00a0', 'white space'],
  ['https://example.com/\u2028', 'white space'],
  ['\ufeffhttps://example.com/', 'white space'],
  ['https://user@example.com/', 'user name'],
  ['https://user:secret@example.com/', 'user name'],
  ['http://127.0.0.1/', 'ALLOWED_TARGETS'],
  ['http://0x7f.1/', 'ALLOWED_TARGETS'],
  ['http://2130706433/', 'ALLOWED_TARGETS'],
  ['http://[::1]/', 'ALLOWED_TARGETS'],
  ['http://8.8.8.8/', 'ALLOWED_TARGETS'],
  ['http://169.254.169.254/latest/meta-data', 'ALLOWED_TARGETS'],
  ['http://localhost/', 'ALLOWED_TARGETS'],
  ['http://sub.localhost/', 'ALLOWED_TARGETS'],
  ['http://intranet/', 'ALLOWED_TARGETS'],
  ['http://printer.local/', 'ALLOWED_TARGETS'],
  ['http://x.test/', 'ALLOWED_TARGETS'],
  ['http://x.onion/', 'ALLOWED_TARGETS'],
  ['http://x.internal/', 'ALLOWED_TARGETS'],
  ['https://example.com:8443/', 'port 80 or 443'],
  ['http://example.com:22/', 'port 80 or 443'],
  [`https://example.com/${long(2029)}`, 'at most 2048 characters'],
  ['https://a..example/', 'labels'],
  [`https://${long(64)}.example/`, 'labels'],
  ['https://*.example.com/', 'labels'],
  ['https://ex!ample.com/', 'labels'],
  ['https://-a.example.com/', 'labels'],
  ['https://example.com/\0', 'U+0000'],
];

const BODIES: [type: string, body: string, field: string, rule: string][] = [
  [FORM, 'url=https://a.example/&url=https://b.example/', 'url', 'once only'],
  [FORM, 'url[]=https://a.example/', 'url', 'single value'],
  [FORM, 'url[x]=1', 'url', 'single value'],
  [FORM, 'address=https://a.example/', 'url', 'required'],
  [JSON_TYPE, '{"url":["https://a.example/"]}', 'url', 'single value'],
  [JSON_TYPE, '{"url":{"x":1}}', 'url', 'single value'],
  [JSON_TYPE, '{"url":5}', 'url', 'text'],
  [JSON_TYPE, '{"url":true}', 'url', 'text'],
  [JSON_TYPE, '{"url":null}', 'url', 'required'],
  [JSON_TYPE, '{"url":"https://a.example/","url":"https://b.example/"}', 'url', 'once only'],
  [JSON_TYPE, '{"url":"https://a.example/","\\u0075rl":"https://b.example/"}', 'url', 'once only'],
  [JSON_TYPE, '{"url":"https://a.example/\\ud800"}', 'url', 'surrogate'],
  [JSON_TYPE, '{"url":"https://a.example/\\u0000"}', 'url', 'U+0000'],
  [JSON_TYPE, '{"__proto__":{"url":"https://a.example/"}}', 'url', 'required'],
  [JSON_TYPE, '[]', 'body', 'object'],
  [JSON_TYPE, '"https://a.example/"', 'body', 'object'],
  [JSON_TYPE, '1', 'body', 'object'],
  [JSON_TYPE, 'null', 'body', 'object'],
];

const UPDATES: [type: string, body: string, field: string, rule: string][] = [
  ...['3', '-1', '02', '1.0', '1e0', 'private', 'true', '+1', '0x1'].map(
    (value): [string, string, string, string] => [
      FORM,
      `privacy=${encodeURIComponent(value)}`,
      'privacy',
      'one of 0, 1, 2',
    ],
  ),
  ...['3', '1.5', 'true', '"02"', '"two"'].map((value): [string, string, string, string] => [
    JSON_TYPE,
    `{"privacy":${value}}`,
    'privacy',
    'one of 0, 1, 2',
  ]),
  [JSON_TYPE, '{"privacy":[1]}', 'privacy', 'single value'],
  [FORM, 'privacy=1&privacy=2', 'privacy', 'once only'],
  [FORM, `privacy=2&password=${long(129)}`, 'password', 'at most 128 characters'],
  [FORM, 'privacy=2&password=a%00', 'password', 'U+0000'],
  [JSON_TYPE, '{"privacy":2,"password":"\\udc00"}', 'password', 'surrogate'],
  [JSON_TYPE, '{"privacy":2,"password":12345}', 'password', 'text'],
  [JSON_TYPE, '{"privacy":2,"password":{"a":"b"}}', 'password', 'single value'],
];

const IDS = [
  '0',
  '-1',
  '+1',
  '01',
  '1.0',
  '1e3',
  'abc',
  '9007199254740992',
  '99999999999999999999',
  '%00',
  '%zz',
  '1%20',
  '１',
  'null',
  '1;2',
  "1'",
];

function expectRefusal(
  body: { errors: Record<string, string[]>; detail: string; message: string },
  field: string,
  rule: string,
): void {
  expect(Object.keys(body.errors)).toContain(field);
  const text = (body.errors[field] ?? []).join(' ');
  expect(text.startsWith(`${field} `)).toBe(true);
  expect(text.toLowerCase()).toContain(rule.toLowerCase());
  expect(body.detail).toContain(text);
  expect(body.message).toBe(body.detail);
}

describe('bad input', () => {
  it.each(REPORT_QUERIES)('GET /reports?%.60s is 422 for %s', async (query, field, rule) => {
    const { body } = await test.owner.call('get', `/api/v1/reports?${query}`).expect(422);
    expectRefusal(body, field, rule);
  });

  it.each(WEBSITE_QUERIES)('GET /websites?%.60s is 422 for %s', async (query, field, rule) => {
    const { body } = await test.owner.call('get', `/api/v1/websites?${query}`).expect(422);
    expectRefusal(body, field, rule);
  });

  it.each(URLS)('POST /reports with url=%.60j is 422, as a form and as JSON', async (url, rule) => {
    const form = await test.owner
      .call('post', '/api/v1/reports')
      .type('form')
      .send(`url=${encodeURIComponent(url)}`)
      .expect(422);
    expectRefusal(form.body, 'url', rule);
    const json = await test.owner
      .call('post', '/api/v1/reports')
      .type('json')
      .send(JSON.stringify({ url }))
      .expect(422);
    expect(json.body.errors).toEqual(form.body.errors);
  });

  it.each(BODIES)('POST /reports with %s %.60s is 422 for %s', async (type, body, field, rule) => {
    const response = await test.owner
      .call('post', '/api/v1/reports')
      .set('Content-Type', type)
      .send(body)
      .expect(422);
    expectRefusal(response.body, field, rule);
  });

  it.each(UPDATES)('PATCH /websites/{id} with %s %.60s is 422 for %s', async (type, body, field, rule) => {
    const response = await test.owner.call('patch', website).set('Content-Type', type).send(body).expect(422);
    expectRefusal(response.body, field, rule);
  });

  it.each(['reports', 'websites'].flatMap((resource) => IDS.map((id) => [`/api/v1/${resource}/${id}`])))(
    'GET and DELETE %s is 404',
    async (path) => {
      await test.owner.call('get', path).expect(404);
      await test.owner.call('delete', path).expect(404);
    },
  );

  it('names every failing parameter at once', async () => {
    const { body } = await test.owner
      .call('get', '/api/v1/reports?per_page=7&sort=up&page=0&result=ok&search=%00')
      .expect(422);
    expect(Object.keys(body.errors).sort()).toEqual(['page', 'per_page', 'result', 'search', 'sort']);
    const update = await test.owner
      .call('patch', website)
      .type('form')
      .send({ privacy: 9, password: long(200) })
      .expect(422);
    expect(Object.keys(update.body.errors).sort()).toEqual(['password', 'privacy']);
  });

  it.each([
    ['a query', 'get', '/api/v1/reports?search=%zz', '', ''],
    ['a query that is not UTF-8', 'get', '/api/v1/reports?search=%ff', '', ''],
    ['a form', 'post', '/api/v1/reports', FORM, 'url=%zz'],
    ['a form that is not UTF-8', 'post', '/api/v1/reports', FORM, 'url=%ff'],
    ['JSON', 'post', '/api/v1/reports', JSON_TYPE, '{"url":'],
    ['JSON of one quote', 'post', '/api/v1/reports', JSON_TYPE, "{'url':1}"],
    ['a path', 'get', '/api/v1/%zz', '', ''],
  ] as const)('answers 400 to %s that cannot be read', async (_what, method, path, type, body) => {
    const call = test.owner.call(method, path);
    const { body: problem } = await (type === '' ? call : call.set('Content-Type', type).send(body)).expect(
      400,
    );
    expect(problem.code).toBe('malformed_request');
  });

  it.each([
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/html',
    'application/jsonp',
    'application/json; charset=utf-16',
    'x',
    '',
  ])('answers 415 to a body of type "%s"', async (type) => {
    const response = await fetch(`${test.url}/api/v1/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${test.owner.key}`, ...(type !== '' && { 'content-type': type }) },
      body: new TextEncoder().encode('url=https://example.com/'),
    });
    expect(response.status).toBe(415);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });

  it('answers 413 to a body over 16 KiB, whatever it says of its length or is packed in', async () => {
    const post = () => test.owner.call('post', '/api/v1/reports').set('Content-Type', FORM);
    await post()
      .send(`url=${long(16 * 1024 - 4)}`)
      .expect(422);
    await post()
      .send(`url=${long(16 * 1024 - 3)}`)
      .expect(413);
    const chunked = await fetch(`${test.url}/api/v1/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${test.owner.key}`, 'content-type': FORM },
      body: new Blob([`url=${long(20_000)}`]).stream(),
      duplex: 'half',
    });
    expect(chunked.status).toBe(413);
    const { gzipSync } = await import('node:zlib');
    const packed = await fetch(`${test.url}/api/v1/reports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${test.owner.key}`,
        'content-type': FORM,
        'content-encoding': 'gzip',
      },
      body: gzipSync(`url=${long(5_000_000)}`),
    });
    expect(packed.status).toBe(413);
  });

  it('lost and changed nothing', async () => {
    const { body } = await test.owner.call('get', '/api/v1/account').expect(200);
    expect(body.data).toMatchObject({ reports_count: 1, websites_count: 1 });
    expect((await test.owner.call('get', website)).body.data).toMatchObject({
      privacy: 1,
      password_set: false,
    });
  });
});
