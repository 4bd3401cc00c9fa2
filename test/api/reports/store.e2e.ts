import { CHECKS } from '../../../src/audit/registry.js';
import { type RequestListener } from 'node:http';
import { startApp, type TestApp } from '../../support/app.js';
import { ORDINARY_PAGE, ordinaryAnswer, type StrangerSite, strangerSite } from '../../support/website.js';

const WINDOWS_1252 = Buffer.from('<!doctype html><title>Gr\xfc\xdfe</title>', 'latin1');

const PAGES: Record<string, RequestListener> = {
  '/nested': (_request, response) => response.end(`<title>Deep</title>${'<div>'.repeat(100_000)}`),
  '/nested-links': (_request, response) =>
    response.end(`<title>Deep</title>${'<b><a href=/x>'.repeat(20_000)}`),
  '/attributes': (_request, response) =>
    response.end(`<title>A</title><img ${Array.from({ length: 50_000 }, (_, n) => `a${n}=1`).join(' ')}>`),
  '/many': (_request, response) => response.end(`<title>Many</title>${'<i>'.repeat(2_000_000)}`),
  '/zero': (_request, response) =>
    response.end('<title>a\0b</title><img alt="\0" src="\ufffe"><a href="/\0">here</a>'),
  '/surrogates': (_request, response) =>
    response.end('<title>&#xd800;&#0;</title><html lang="&#xdfff;"><img>'),
  '/noise': (_request, response) =>
    response.end(Buffer.from(Array.from({ length: 200_000 }, (_, n) => (n * 7919) % 256))),
  '/legacy': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(WINDOWS_1252),
  '/liar': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-16' }).end('<title>Not UTF-16</title>'),
  '/nonsense-charset': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=klingon' }).end(WINDOWS_1252),
  '/empty': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(),
  '/short': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('x'),
  '/no-content': (_request, response) => response.writeHead(204).end(),
  '/missing': (_request, response) => response.writeHead(404).end('gone'),
  '/moved': (_request, response) => response.writeHead(301, { location: '/shoes' }).end(),
  '/inside': (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
};

let site: StrangerSite;
let test: TestApp;

beforeAll(async () => {
  site = await strangerSite((request, response) =>
    (PAGES[request.url ?? ''] ?? ordinaryAnswer)(request, response),
  );
  test = await startApp({ ALLOWED_TARGETS: site.target });
});

afterAll(async () => {
  await test.close();
  await site.close();
});

async function store(path: string) {
  const { body } = await test.owner
    .call('post', '/api/v1/reports')
    .type('form')
    .send({ url: site.origin + path })
    .expect(201);
  return body.data;
}

function valueOf(report: { checks: { id: string; value: unknown }[] }, id: string): unknown {
  return report.checks.find((check) => check.id === id)?.value;
}

describe('POST /api/v1/reports', () => {
  it('audits the page and answers with the report', async () => {
    const url = `${site.origin}/shoes`;
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
    const url = `HTTP://127.0.0.1:${site.target.split(':')[1]}/Ünï?q=%41#part`;
    const { body } = await test.owner
      .call('post', '/api/v1/reports')
      .type('json')
      .send({ url: ` ${url} ` })
      .expect(201);
    expect(body.data.url).toBe(url);
    expect(body.data.final_url).toBe(`${site.origin}/%C3%9Cn%C3%AF?q=%41`);
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
    expect(report.final_url).toBe(`${site.origin}/shoes`);
    expect(report.facts.redirects).toEqual([
      { url: `${site.origin}/moved`, status: 301, location: '/shoes' },
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

  describe('survives', () => {
    it.each(['/nested', '/attributes', '/zero', '/surrogates', '/noise', '/liar', '/short'])(
      '%s, with every check done',
      async (path) => {
        const report = await store(path);
        expect(report).toMatchObject({ status: 'completed', error: null });
        expect(report.checks.filter((check: { outcome: string }) => check.outcome === 'error')).toEqual([]);
      },
    );

    it.each(['/many', '/nested-links'])(
      '%s, as too complex or done, and goes on',
      async (path) => {
        const report = await store(path);
        if (report.error) expect(report.error.code).toBe('too_complex');
        else expect(report.checks).toHaveLength(CHECKS.length);
        expect((await store('/after')).error).toBeNull();
      },
      60_000,
    );
  });

  it('decodes what the page is really written in', async () => {
    expect(valueOf(await store('/legacy'), 'title')).toBe('Grüße');
    expect(valueOf(await store('/nonsense-charset'), 'title')).toBe('Grüße');
  });

  it('keeps no text that could not be read again', async () => {
    const report = await store('/zero');
    expect(valueOf(report, 'title')).toBe('a\ufffdb');
  });
});

describe('DELETE /api/v1/reports/{id}', () => {
  it('deletes once, and takes the report out of the numbers', async () => {
    const { id, website_id } = await store('/delete-me');
    const count = async () =>
      (await test.owner.call('get', `/api/v1/websites/${website_id}`)).body.data.reports_count;
    const before = await count();
    const { body } = await test.owner.call('delete', `/api/v1/reports/${id}`).expect(200);
    expect(body).toEqual({ id, object: 'report', deleted: true });
    expect(await count()).toBe(before - 1);
    await test.owner.call('delete', `/api/v1/reports/${id}`).expect(404);
    await test.owner.call('get', `/api/v1/reports/${id}`).expect(404);
    expect(await test.database.query('SELECT 1 FROM report_details WHERE report_id = $1', [id])).toEqual([]);
  });

  it('heeds If-Match', async () => {
    const { id } = await store('/match');
    const { headers } = await test.owner.call('get', `/api/v1/reports/${id}`).expect(200);
    await test.owner.call('delete', `/api/v1/reports/${id}`).set('If-Match', '"other"').expect(412);
    await test.owner
      .call('delete', `/api/v1/reports/${id}`)
      .set('If-Match', String(headers.etag))
      .expect(200);
  });
});

describe('overload', () => {
  let slow: StrangerSite;
  let release: () => void = () => undefined;

  beforeEach(async () => {
    const released = new Promise<void>((resolve) => (release = resolve));
    slow = await strangerSite(
      (request, response) => void released.then(() => ordinaryAnswer(request, response)),
    );
  });

  afterEach(() => slow.close());

  it.each([
    [503, { QUEUE_LIMIT: '3' }],
    [429, { ACCOUNT_QUEUE_LIMIT: '3' }],
  ])('is answered with %i and Retry-After, and what was accepted is kept', async (status, limit) => {
    const small = await startApp({ ALLOWED_TARGETS: slow.target, ...limit });
    const post = (path: string) =>
      small.owner
        .call('post', '/api/v1/reports')
        .set('Prefer', 'respond-async')
        .type('form')
        .send({ url: slow.origin + path });
    for (const path of ['/a', '/b', '/c']) await post(path).expect(202);
    const refused = await post('/d').expect(status);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const { body } = await small.owner.call('get', '/api/v1/reports').expect(200);
    expect(body.meta.total).toBe(3);
    release();
    for (const { id } of body.data as { id: number }[]) {
      const shown = await small.owner
        .call('get', `/api/v1/reports/${id}`)
        .set('Prefer', 'wait=20')
        .expect(200);
      expect(shown.body.data.status).toBe('completed');
    }
    await small.close();
  });
});
