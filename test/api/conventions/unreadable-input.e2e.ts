import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../../support/app.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

const FORM = 'application/x-www-form-urlencoded';
const long = (n: number) => 'a'.repeat(n);

describe('input that cannot be read', () => {
  it.each([
    ['a query', 'get', '/api/v1/reports?search=%zz', '', ''],
    ['a query that is not UTF-8', 'get', '/api/v1/reports?search=%ff', '', ''],
    ['a form', 'post', '/api/v1/reports', FORM, 'url=%zz'],
    ['a form that is not UTF-8', 'post', '/api/v1/reports', FORM, 'url=%ff'],
    ['JSON', 'post', '/api/v1/reports', 'application/json', '{"url":'],
    ['JSON of one quote', 'post', '/api/v1/reports', 'application/json', "{'url':1}"],
    ['a path', 'get', '/api/v1/%zz', '', ''],
  ] as const)('answers 400 to %s that cannot be read', async (_what, method, path, type, body) => {
    const call = test.owner.call(method, path);
    const { body: problem } = await (type === '' ? call : call.set('Content-Type', type).send(body)).expect(
      400,
    );
    expect(problem.code).toBe('malformed_request');
  });

  it('says that an umlaut in an address has to be encoded', async () => {
    const { port } = new URL(test.url);
    const path = Buffer.from('/api/v1/reports?search=größe').toString('latin1');
    const [response] = (await once(get({ port, path }), 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(400);
    expect(JSON.parse(await text(response))).toMatchObject({
      code: 'malformed_request',
      detail: expect.stringContaining('percent-encoded'),
    });
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

  it('stores nothing', async () => {
    const { body } = await test.owner.call('get', '/api/v1/account').expect(200);
    expect(body.data).toMatchObject({ reports_count: 0, websites_count: 0 });
  });
});
