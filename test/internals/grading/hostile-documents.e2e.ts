import { type RequestListener } from 'node:http';
import { CHECKS } from '../../../src/engine/audit/registry.js';
import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { ordinaryAnswer } from '../../support/website.js';

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
  '/short': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('x'),
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

function valueOf(report: { checks: { id: string; value: unknown }[] }, id: string): unknown {
  return report.checks.find((check) => check.id === id)?.value;
}

describe('a hostile or broken document', () => {
  it.each(['/nested', '/attributes', '/zero', '/surrogates', '/noise', '/liar', '/short'])(
    'is audited with every check done: %s',
    async (path) => {
      const report = await store(path);
      expect(report).toMatchObject({ status: 'completed', error: null });
      expect(report.checks.filter((check: { outcome: string }) => check.outcome === 'error')).toEqual([]);
    },
  );

  it.each(['/many', '/nested-links'])(
    'is audited or is too complex, and the next page is audited: %s',
    async (path) => {
      const report = await store(path);
      if (report.error) expect(report.error.code).toBe('too_complex');
      else expect(report.checks).toHaveLength(CHECKS.length);
      expect((await store('/after')).error).toBeNull();
    },
  );

  it('decodes what the page is really written in', async () => {
    expect(valueOf(await store('/legacy'), 'title')).toMatchObject({ titles: ['Grüße'] });
    expect(valueOf(await store('/nonsense-charset'), 'title')).toMatchObject({ titles: ['Grüße'] });
  });

  it('keeps no text that could not be read again', async () => {
    const report = await store('/zero');
    expect(valueOf(report, 'title')).toMatchObject({ titles: ['a\ufffdb'] });
  });
});
