import { startApp, type TestApp } from '../../support/app.js';
import { expectRefusal } from '../../support/refusal.js';
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

/** What is sent, the field at fault, a part of the rule. */
type BadBody = readonly [type: string, body: string, field: string, rule: string];

/** What is sent as url, and a part of the rule. */
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

const BODIES: BadBody[] = [
  [FORM, 'url=https://a.example/&url=https://b.example/', 'url', 'once only'],
  [FORM, 'url[]=https://a.example/', 'url', 'single value'],
  [FORM, 'url[x]=1', 'url', 'single value'],
  [FORM, 'url[x]=1&url=https://b.example/', 'url', 'single value'],
  [FORM, 'url[]=https://a.example/&url=https://b.example/', 'url', 'once only'],
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

/** @param values separated by spaces */
function privacies(values: string, requestOf: (value: string) => [type: string, body: string]): BadBody[] {
  return values.split(' ').map((value) => [...requestOf(value), 'privacy', 'one of 0, 1, 2']);
}

const UPDATES: BadBody[] = [
  ...privacies('3 -1 02 1.0 1e0 private true +1 0x1', (value) => [
    FORM,
    `privacy=${encodeURIComponent(value)}`,
  ]),
  ...privacies('3 1.5 true "02" "two"', (value) => [JSON_TYPE, `{"privacy":${value}}`]),
  [JSON_TYPE, '{"privacy":[1]}', 'privacy', 'single value'],
  [FORM, 'privacy=1&privacy=2', 'privacy', 'once only'],
  [FORM, `privacy=2&password=${long(129)}`, 'password', 'at most 128 characters'],
  [FORM, 'privacy=2&password=a%00', 'password', 'U+0000'],
  [JSON_TYPE, '{"privacy":2,"password":"\\udc00"}', 'password', 'surrogate'],
  [JSON_TYPE, '{"privacy":2,"password":12345}', 'password', 'text'],
  [JSON_TYPE, '{"privacy":2,"password":{"a":"b"}}', 'password', 'single value'],
];

describe('bad input in bodies', () => {
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

  it('names every failing parameter at once', async () => {
    const { body } = await test.owner
      .call('patch', website)
      .type('form')
      .send({ privacy: 9, password: long(200) })
      .expect(422);
    expect(Object.keys(body.errors).sort()).toEqual(['password', 'privacy']);
  });

  it.each<[path: string, body: object, fields: string[]]>([
    ['reports', { url: 'bad', render: 'x' }, ['render', 'url']],
    ['reports', { url: 'http://10.0.0.1/', max_age: -1 }, ['max_age', 'url']],
    ['crawls', { url: 'bad', max_pages: 0, include: [1] }, ['include', 'max_pages', 'url']],
    ['webhooks', { url: 'http://hooks.example/', events: ['x'] }, ['events', 'url']],
    [
      'monitors',
      { url: 'bad', schedule: 'bad', timezone: 'x', render: 'x', budgets: [{ metric: 'q' }] },
      ['budgets', 'render', 'schedule', 'timezone', 'url'],
    ],
    ['monitors', { url: 'bad', schedule: 'bad', timezone: 'x' }, ['schedule', 'timezone', 'url']],
  ])('POST /%s with %j names every field at fault', async (path, sent, fields) => {
    const { body } = await test.owner.call('post', `/api/v1/${path}`).send(sent).expect(422);
    expect(Object.keys(body.errors).sort()).toEqual(fields);
  });

  it('names every field of an item at fault, and in strict handling those that are unknown', async () => {
    const items = [{ url: 'bad', render: 'x' }];
    const batch = await test.owner.call('post', '/api/v1/reports/batch').send({ items }).expect(202);
    expect(Object.keys(batch.body.data[0].errors).sort()).toEqual(['render', 'url']);
    const strict = await test.owner
      .call('post', '/api/v1/reports')
      .set('Prefer', 'handling=strict')
      .send({ url: 'bad', ulr: 'https://example.com/' })
      .expect(422);
    expect(Object.keys(strict.body.errors).sort()).toEqual(['ulr', 'url']);
  });

  it.each<[path: string, body: object, field: string, rule: string]>([
    ['reports/batch', { items: { url: 'https://example.com/' } }, 'items', 'JSON array'],
    ['monitors', { url: 'https://example.com/', schedule: '@daily', budgets: {} }, 'budgets', 'JSON array'],
    ['webhooks', { url: 'https://hooks.example/', events: {} }, 'events', 'list of at least one'],
    ['webhooks', { url: 'https://hooks.example/', website_ids: [{}] }, 'website_ids', 'list of 1 to 100 ids'],
  ])('POST /%s with %j says what the field takes', async (path, sent, field, rule) => {
    const { body } = await test.owner.call('post', `/api/v1/${path}`).send(sent).expect(422);
    expectRefusal(body, field, rule);
  });

  it('PATCH /account with a list as brand says that it takes an object', async () => {
    const { body } = await test.owner.call('patch', '/api/v1/account').send({ brand: [] }).expect(422);
    expectRefusal(body, 'brand', 'object');
  });

  it('refuses an object within a field that has a name twice', async () => {
    const { body } = await test.owner
      .call('post', '/api/v1/reports/batch')
      .type('json')
      .send('{"items":[{"url":"https://a.example/","url":"https://b.example/"}]}')
      .expect(422);
    expectRefusal(body, 'items', 'twice');
  });

  it.each([
    ['get', '/reports/abc?foo=1&foo=2', ''],
    ['patch', '/websites/0', '{"privacy":9}'],
    ['patch', '/websites/abc', '{bad'],
    ['post', '/webhooks/01/replay', '{"since":"zz"}'],
    ['get', '/websites/-1/history?interval=xx', ''],
    ['get', '/reports/9007199254740992/comparison?with=foo', ''],
  ] as const)('%s %s %s is 404, because the id is none', async (method, path, sent) => {
    const asked = test.owner.call(method, `/api/v1${path}`);
    const { body } = await (sent === '' ? asked : asked.type('json').send(sent)).expect(404);
    expect(body.detail).toMatch(/^There is no \w+ with this id\. Ids are positive integers/);
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
