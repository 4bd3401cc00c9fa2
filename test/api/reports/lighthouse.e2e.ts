import { ACCESSIBILITY_AUDITS } from '../../../src/engine/audit/parity/accessibility.js';
import { BEST_PRACTICES_AUDITS } from '../../../src/engine/audit/parity/best-practices.js';
import { PERFORMANCE_WEIGHTS } from '../../../src/engine/audit/parity/performance.js';
import { startApp, type TestApp } from '../../support/app.js';
import { browserSettings } from '../../support/browser.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>Pale shoes</title><body>${body}</body></html>`;
const PALE = '<main><h1>Shoes</h1><img src="data:,"><p style="color:#ccc">Pale</p></main>';
/** What a script puts into the head ends it where HTML is parsed, but not in the document. */
const GROWING = `<!doctype html><html lang="en"><head><script>document.head.append(document.createElement('iframe'))</script>
  <title>Shoes</title><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
  <meta name="description" content="Shoes in every shade"></head><body>${PALE}</body></html>`;
/** A page that shows another address than the one that it came from. */
const RENAMED = (origin: string) => `<!doctype html><html lang="en"><head><title>Shoes</title>
  <link rel="canonical" href="${origin}/"></head><body>${PALE}<script>history.replaceState(null, '', '/private')</script></body></html>`;
const REDIRECTS: Readonly<Record<string, string>> = { '/old': '/older', '/older': '/pale' };
const PAGES: Readonly<Record<string, string>> = {
  '/pale': page(PALE),
  '/refreshing': '<!doctype html><meta http-equiv="refresh" content="0; url=/older">',
  '/growing': GROWING,
  '/pasting': page(`${PALE}<input aria-label="Code" onpaste="for (;;);">`),
  '/empty': '<!doctype html><html lang="en"><title>Empty</title><body></body></html>',
  // The rule target-size compares each of them with each other, which takes axe-core minutes.
  '/stacked': page(PALE + '<a href="/" style="position:absolute;top:0">a</a>'.repeat(3000)),
};

let site: StrangerSite;
let test: TestApp;

beforeAll(async () => {
  site = await strangerSite(({ url = '' }, response) => {
    const location = REDIRECTS[url];
    if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /private');
    else if (location !== undefined) response.writeHead(301, { location }).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(url === '/' ? RENAMED(site.origin) : (PAGES[url] ?? page(PALE)));
  });
  test = await startWithBrowser();
});

afterAll(async () => {
  await test.close();
  await site.close();
});

async function startWithBrowser(settings: Record<string, string> = {}): Promise<TestApp> {
  return startApp({
    ALLOWED_TARGETS: site.target,
    ...(await browserSettings()),
    STORE_WAIT_SECONDS: '90',
    ...settings,
  });
}

async function reportOf(test: TestApp, path: string, render: string, runs = 1) {
  const { body } = await test.owner
    .call('post', '/api/v1/reports')
    .set('Prefer', 'wait=90')
    .type('form')
    .send({ url: site.origin + path, render, runs })
    .expect(201);
  return body.data;
}

async function textOf(test: TestApp, shareUrl: string): Promise<string> {
  return (await test.owner.call('get', new URL(shareUrl).pathname).expect(200)).text;
}

const contrastOf = ({ checks }: { checks: { id: string; outcome: string }[] }) =>
  checks.find(({ id }) => id === 'color_contrast')?.outcome;

/** What the page of a report says of Lighthouse's scores, by name. */
async function scoresOn(test: TestApp, { share_url }: { share_url: string }) {
  const [, after = ''] = (await textOf(test, share_url)).split('<h2 id="lighthouse">');
  const rows = after
    .slice(0, after.indexOf('</section>'))
    .matchAll(/<li><span>(.+?)<\/span>.*>(\d+)<\/span>/g);
  return Object.fromEntries([...rows].map(([, name, score]) => [name, Number(score)]));
}

describe('the category SEO of Lighthouse', () => {
  it('has what stands in the head of the document, whatever scripts put there before it', async () => {
    const { parity } = await reportOf(test, '/growing', 'always');
    expect(parity.lighthouse.audits).toMatchObject({ viewport: 1, 'meta-description': 1, 'is-crawlable': 0 });
  });

  it('judges the address from which a document came, and not the one that its scripts show', async () => {
    const { parity, final_url: shown } = await reportOf(test, '/', 'always');
    expect(new URL(shown).pathname).toBe('/');
    expect(parity.lighthouse.audits).toMatchObject({ canonical: 1, 'is-crawlable': 1 });
  });
});

describe('the category best practices of Lighthouse', () => {
  it('is in the report of a rendered page, with each audit that counts, and on its page', async () => {
    const report = await reportOf(test, '/pale', 'always');
    const { best_practices: score, seo, errors, audits } = report.parity.lighthouse;
    expect(errors).toEqual({});
    // No viewport, so that text counts as too small, and no encoding.
    expect(score).toBe(89);
    expect(Object.keys(audits)).toEqual(expect.arrayContaining([...BEST_PRACTICES_AUDITS]));
    expect(audits).toMatchObject({ viewport: 0, 'font-size': 0, charset: 0, deprecations: 1, doctype: 1 });
    expect(await scoresOn(test, report)).toMatchObject({ 'Best practices': score });
    const { parity } = await reportOf(test, '/pale', 'never');
    expect(parity.lighthouse).toMatchObject({ best_practices: null, errors: {}, seo });
  });

  it('has a reason instead of a score where the page can’t be judged', async () => {
    const report = await reportOf(test, '/pasting', 'always');
    expect(report).toMatchObject({ status: 'completed', error: null, rendered: { error: null } });
    expect(report.parity.lighthouse).toMatchObject({
      best_practices: null,
      errors: { best_practices: { code: 'no_answer' } },
    });
    expect(report.parity.lighthouse.accessibility).not.toBeNull();
    expect(report.rendered.full_screenshot_url).not.toBeNull();
    expect(await textOf(test, report.share_url)).toContain('Best practices was not measured.');
  });
});

describe('the category performance of Lighthouse', () => {
  it('is in the report of a rendered page, with its metrics, and on its page', async () => {
    const report = await reportOf(test, '/pale', 'always');
    const { performance, seo, audits, errors } = report.parity.lighthouse;
    expect(errors).toEqual({});
    expect(Number.isInteger(performance)).toBe(true);
    for (const id of Object.keys(PERFORMANCE_WEIGHTS)) {
      expect(audits[id]).toBeGreaterThanOrEqual(0);
      expect(audits[id]).toBeLessThanOrEqual(1);
    }
    expect(report.rendered.opportunities[0]).toMatchObject({
      id: expect.any(String),
      items: expect.any(Array),
    });
    expect(report.rendered.lab).toMatchObject({
      throttling: 'simulated',
      device: 'mobile',
      runs: 1,
      spread: null,
      cls: { value: 0 },
    });
    expect(report.rendered.lab.lcp_ms.value).toBeGreaterThanOrEqual(report.rendered.lab.fcp_ms.value);
    expect(await scoresOn(test, report)).toMatchObject({ Performance: performance, SEO: seo });
    expect(await textOf(test, report.share_url)).toContain(
      'Speed Index (SI), how soon most of the first screen shows',
    );
    expect(await textOf(test, report.share_url)).toContain('What would make it faster');
  });

  it('counts the redirects of servers, but not what led to them in a document', async () => {
    const redirected = await reportOf(test, '/old', 'always');
    expect(redirected).toMatchObject({ final_url: `${site.origin}/pale`, rendered: { error: null } });
    const latencyOf = ({ rendered }: { rendered: { opportunities: { id: string }[] } }) =>
      rendered.opportunities.find(({ id }) => id === 'document-latency');
    expect(JSON.stringify(latencyOf(redirected))).toContain('2 redirects before the page.');

    const refreshed = await reportOf(test, '/refreshing', 'always');
    expect(refreshed).toMatchObject({ final_url: `${site.origin}/pale`, rendered: { error: null } });
    expect(JSON.stringify(latencyOf(refreshed))).toContain('1 redirect before the page.');
    expect(site.requests.filter((path) => path === '/refreshing')).toHaveLength(1);
  });

  it('is that of the load nearest to the medians where there are several', async () => {
    const report = await reportOf(test, '/pale', 'always', 3);
    const { runs, spread } = report.rendered.lab;
    expect(runs).toBe(3);
    expect(report.parity.lighthouse.performance).toBeGreaterThanOrEqual(spread.performance.min);
    expect(report.parity.lighthouse.performance).toBeLessThanOrEqual(spread.performance.max);
    expect(await textOf(test, report.share_url)).toContain('from the one of 3 loads');
    const body = { url: `${site.origin}/pale`, render: 'always', runs: '2' };
    const refused = await test.owner.call('post', '/api/v1/reports').type('form').send(body).expect(422);
    expect(refused.body.errors.runs).toEqual(['runs must be one of 1, 3, 5.']);
  });

  it('has no score where the page was not rendered', async () => {
    const { parity, rendered } = await reportOf(test, '/sent', 'never');
    expect([parity.lighthouse.performance, parity.lighthouse.errors, rendered]).toEqual([null, {}, null]);
    expect(parity.lighthouse.audits).not.toHaveProperty(['speed-index']);
  });

  it('has a reason instead of a score where the page shows nothing', async () => {
    const report = await reportOf(test, '/empty', 'always');
    expect(report.rendered).toMatchObject({ lab: null, error: null });
    expect(report.parity.lighthouse).toMatchObject({
      performance: null,
      errors: { performance: { code: 'no_paint' } },
    });
    expect(await textOf(test, report.share_url)).toContain('Performance was not measured.');
  });
});

describe('the category accessibility of Lighthouse', () => {
  it('is in the report of a rendered page, with each audit that counts, and on its page', async () => {
    const report = await reportOf(test, '/pale', 'always');
    const { version, accessibility, errors, audits } = report.parity.lighthouse;
    expect({ version, errors }).toEqual({ version: '12.8', errors: {} });
    expect(accessibility).toBeGreaterThan(60);
    expect(accessibility).toBeLessThan(95);
    expect(Object.keys(audits)).toEqual(expect.arrayContaining([...ACCESSIBILITY_AUDITS]));
    expect(audits).toMatchObject({ 'color-contrast': 0, 'image-alt': 0, 'html-has-lang': 1, label: null });
    expect(contrastOf(report)).toBe('fail');
    expect(await scoresOn(test, report)).toMatchObject({ Accessibility: accessibility });
  });

  it('has no score where the page was not rendered, and its page does not mention it', async () => {
    const { parity, share_url } = await reportOf(test, '/sent', 'never');
    expect(parity.lighthouse).toMatchObject({ version: '12.8', accessibility: null, errors: {} });
    expect(await textOf(test, share_url)).not.toContain('Lighthouse 12.8');
  });

  it('has a reason instead of a score where the page does not let it be measured', async () => {
    const report = await reportOf(test, '/stacked', 'always');
    expect(report).toMatchObject({ status: 'completed', error: null, rendered: { error: null } });
    expect(report.parity.lighthouse).toMatchObject({
      accessibility: null,
      best_practices: null,
      errors: { accessibility: { code: 'no_answer' }, best_practices: { code: 'no_answer' } },
      audits: { 'image-alt': 0 },
    });
    expect(report.rendered.screenshot_url).not.toBeNull();
    expect(await textOf(test, report.share_url)).toContain('Accessibility was not measured.');
  });
});

it('is left out where LIGHTHOUSE is off, and the checks of layout stay', async () => {
  const plain = await startWithBrowser({ LIGHTHOUSE: 'off' });
  const report = await reportOf(plain, '/pale', 'always');
  const none = { accessibility: null, best_practices: null, performance: null, errors: {} };
  expect(report.parity.lighthouse).toMatchObject(none);
  expect([report.rendered.lab, report.rendered.opportunities]).toEqual([null, null]);
  expect(report.parity.lighthouse.audits).not.toHaveProperty(['aria-roles']);
  expect(report.parity.lighthouse.audits).not.toHaveProperty(['errors-in-console']);
  expect(report.parity.lighthouse.audits['color-contrast']).toBe(0);
  expect(contrastOf(report)).toBe('fail');
  expect(await textOf(plain, report.share_url)).not.toContain('Lighthouse 12.8');
  await plain.close();
});
