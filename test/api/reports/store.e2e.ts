import { CHECKS } from '../../../src/engine/audit/registry.js';
import { type RequestListener } from 'node:http';
import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { ORDINARY_PAGE, ordinaryAnswer } from '../../support/website.js';

const PAGES: Record<string, RequestListener> = {
  '/empty': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(),
  '/no-content': (_request, response) => response.writeHead(204).end(),
  '/missing': (_request, response) => response.writeHead(404).end('gone'),
  '/moved': (_request, response) => response.writeHead(301, { location: '/shoes' }).end(),
  '/inside': (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
};

let test: SiteApp;

beforeAll(async () => {
  test = await startSiteApp((request, response) =>
    (PAGES[request.url ?? ''] ?? ordinaryAnswer)(request, response),
  );
});

afterAll(() => test.close());

async function store(path: string) {
  const { body } = await test.owner
    .call('post', '/api/v1/reports')
    .type('form')
    .send({ url: test.site.origin + path })
    .expect(201);
  return body.data;
}

describe('POST /api/v1/reports', () => {
  it('audits the page and answers with the report', async () => {
    const url = `${test.site.origin}/shoes`;
    const response = await test.owner.call('post', '/api/v1/reports').type('form').send({ url }).expect(201);
    const { data } = response.body;
    expect(data).toMatchObject({ url, status: 'completed', error: null, final_url: url, previous: null });
    expect(data.checks).toHaveLength(CHECKS.length);
    expect(data.facts).toMatchObject({
      http_status: 200,
      sizes: { decoded_bytes: Buffer.byteLength(ORDINARY_PAGE) },
    });
    expect(data.gates).toEqual([{ id: 'https_encryption', max_score: 79 }]);
    expect(response.headers.location).toBe(`${test.url}/api/v1/reports/${String(data.id)}`);
    const shown = await test.owner.call('get', `/api/v1/reports/${String(data.id)}`).expect(200);
    expect(shown.body).toEqual(response.body);
    expect(shown.headers.etag).toBe(response.headers.etag);
  });

  it('takes JSON too, and gives the url back as it was sent', async () => {
    const url = `HTTP://127.0.0.1:${test.site.target.split(':')[1]}/Ünï?q=%41#part`;
    const { body } = await test.owner
      .call('post', '/api/v1/reports')
      .type('json')
      .send({ url: ` ${url} ` })
      .expect(201);
    expect(body.data.url).toBe(url);
    expect(body.data.final_url).toBe(`${test.site.origin}/%C3%9Cn%C3%AF?q=%41`);
  });

  it('makes a new report each time, and knows the one before', async () => {
    const first = await store('/again');
    const second = await store('/again');
    expect(second.id).toBeGreaterThan(first.id);
    expect(second.previous).toEqual({ id: first.id, score: first.score });
    const third = await store('/again');
    await test.owner.call('delete', `/api/v1/reports/${second.id}`).expect(200);
    const { body } = await test.owner.call('get', `/api/v1/reports/${third.id}`).expect(200);
    expect(body.data.previous).toEqual({ id: first.id, score: first.score });
  });

  it('brings its website to be, counted and averaged', async () => {
    const { body } = await test.owner.call('get', '/api/v1/websites').expect(200);
    expect(body.data).toMatchObject([{ domain: '127.0.0.1', privacy: 1 }]);
    const before: number = body.data[0].reports_count;
    await store('/one-more');
    const after = await test.owner.call('get', `/api/v1/websites/${body.data[0].id}`).expect(200);
    expect(after.body.data.reports_count).toBe(before + 1);
  });

  it('records redirects', async () => {
    const report = await store('/moved');
    expect(report.final_url).toBe(`${test.site.origin}/shoes`);
    expect(report.facts.redirects).toEqual([
      { url: `${test.site.origin}/moved`, status: 301, location: '/shoes' },
    ]);
  });

  it.each([
    ['/missing', 'http_error', 404],
    ['/empty', 'empty_document', 200],
    ['/no-content', 'no_content', 204],
    ['/inside', 'blocked_address', null],
  ])('completes the report of a page that cannot be loaded: %s', async (path, code, status) => {
    const report = await store(path);
    expect(report).toMatchObject({
      status: 'completed',
      score: 0,
      result: 'bad',
      checks: [],
      error: { code },
    });
    if (status !== null) expect(report.facts.http_status).toBe(status);
    const { body } = await test.owner.call('get', '/api/v1/reports?per_page=10').expect(200);
    expect(body.data[0].error).toEqual(report.error);
  });

  it('completes the report of a host that is not there', async () => {
    const { body } = await test.owner
      .call('post', '/api/v1/reports')
      .type('form')
      .send('url=https://nowhere.example/')
      .expect(201);
    expect(body.data).toMatchObject({ score: 0, result: 'bad', facts: { http_status: null } });
    expect(body.data.error.code).toMatch(/^dns_/);
  });
});
