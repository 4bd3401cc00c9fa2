import { type RequestListener } from 'node:http';
import { type TestApp, startApp } from '../../support/app.js';
import { browserSettings } from '../../support/browser.js';
import { ordinaryAnswer, type StrangerSite, strangerSite } from '../../support/website.js';

const shellWith = (
  script: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title></title></head>
<body><div id="root"></div><script src="${script}"></script></body></html>`;
const SCRIPT = `fetch('/shoes.json').then((response) => response.json()).then(({ shoes }) => {
  document.title = 'Blue shoes for every day';
  document.getElementById('root').innerHTML = '<h1>Blue shoes</h1><img src="/shoe.png">' +
    '<p style="color:#ccc">Pale</p><div style="display:none"><h5>Hidden</h5></div>' +
    shoes.map((name) => '<h2>' + name + '</h2><p>' + 'A shoe in a shade of blue. '.repeat(20) + '</p>').join('');
  console.error('No socks');
});`;

const reply =
  (type: string, body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(body);

const PAGES: Record<string, RequestListener> = {
  '/shell': reply('text/html', shellWith('/app.js')),
  '/app.js': reply('text/javascript', SCRIPT),
  '/busy-shell': reply('text/html', shellWith('/busy.js')),
  '/busy.js': reply('text/javascript', 'setTimeout(() => { for (;;); }, 50)'),
  '/flooding-shell': reply('text/html', shellWith('/flood.js')),
  '/flood.js': reply('text/javascript', "for (;;) console.log('y'.repeat(2 ** 27))"),
  '/shoes.json': (_request, response) =>
    setTimeout(() => response.writeHead(200).end('{"shoes":["Runner","Walker"]}'), 200),
  '/pale': reply(
    'text/html',
    `<!doctype html><html lang="en"><title>Pale shoes</title>
<main><p>Shoes</p>

  <p class="note" style="color:#ccc">Sent pale</p></main>
<script>document.querySelector('main').innerHTML += '<p class="note added" style="color:#ccc">Added pale</p>'</script>`,
  ),
  '/sizes': reply(
    'text/html',
    `<!doctype html><html lang="en"><title>Images of shoes</title>
<style>img{max-width:100%;height:auto}.icon{width:40px;height:40px}.wide{aspect-ratio:2}.over{position:fixed}</style>
<main><p>Shoes</p><img src="/a.svg" class="icon"><img src="/a.svg" class="wide"><img src="/a.svg" class="over">
<img src="/a.svg" width="300" height="200"><img src="/a.svg" width="300"></main>`,
  ),
  '/a.svg': reply('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>'),
  '/hangs': reply(
    'text/html',
    '<!doctype html><title>Busy</title><p>Text<script>setTimeout(() => { for (;;); }, 50)</script>',
  ),
};

let site: StrangerSite;

beforeAll(async () => {
  site = await strangerSite((request, response) =>
    (PAGES[request.url ?? ''] ?? ordinaryAnswer)(request, response),
  );
});

afterAll(async () => {
  await site.close();
});

async function store(test: TestApp, fields: Record<string, string>, status = 201) {
  const { body } = await test.owner
    .call('post', '/api/v1/reports')
    .set('Prefer', 'wait=60')
    .type('form')
    .send(fields)
    .expect(status);
  return body.data ?? body;
}

const checkOf = (report: { checks: { id: string }[] }, wanted: string) =>
  report.checks.find(({ id }) => id === wanted);

describe('with a browser', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startApp({
      ALLOWED_TARGETS: site.target,
      ...(await browserSettings()),
      STORE_WAIT_SECONDS: '60',
      LIGHTHOUSE: 'off',
    });
  });

  afterAll(async () => {
    await test.close();
  });

  it('renders a shell, and says what that changed', async () => {
    const report = await store(test, { url: `${site.origin}/shell` });
    expect(report).toMatchObject({ status: 'completed', error: null });
    expect(report.rendered).toMatchObject({
      device: 'mobile',
      viewport: { width: 412, height: 823, scale: 1.75 },
      metrics: { fcp_ms: { rating: expect.any(String) }, cls: { value: expect.any(Number) } },
      requests: 4,
      console_errors: 1,
      blocked_requests: 0,
      words: { static: 0, rendered: expect.any(Number) },
      error: null,
    });
    expect(report.rendered.words.rendered).toBeGreaterThan(200);
    expect(checkOf(report, 'title')).toMatchObject({ outcome: 'pass', static_outcome: 'fail' });
    expect(checkOf(report, 'script_rendered')).toMatchObject({ outcome: 'fail' });
    expect(checkOf(report, 'language')).not.toHaveProperty('static_outcome');
    expect(checkOf(report, 'heading_order')).toMatchObject({ outcome: 'pass' });
    expect(checkOf(report, 'image_keywords')).toMatchObject({
      evidence: [{ line: null, column: null, excerpt: '<img src="/shoe.png">' }],
    });
    expect(checkOf(report, 'color_contrast')).toMatchObject({ outcome: 'fail', value: { failing: 1 } });
    expect(report.parity.lighthouse.audits).toMatchObject({ 'document-title': 1, 'color-contrast': 0 });
  });

  it('takes pictures of the first viewport and of the whole page', async () => {
    const { rendered } = await store(test, { url: `${site.origin}/shell`, device: 'desktop' });
    expect(rendered).toMatchObject({ device: 'desktop', viewport: { width: 1350, height: 940, scale: 1 } });
    for (const address of [rendered.screenshot_url, rendered.full_screenshot_url]) {
      const { pathname } = new URL(address);
      await test.call('get', pathname).expect(404);
      const image = await test.owner.call('get', pathname).expect(200).expect('Content-Type', 'image/webp');
      expect(image.body.subarray(8, 12).toString()).toBe('WEBP');
    }
  });

  it('shows them on the page of the report', async () => {
    const report = await store(test, { url: `${site.origin}/shell`, max_age: '600' }, 200);
    const { pathname } = new URL(report.share_url);
    const { text } = await test.owner.call('get', pathname).expect(200);
    expect(text).toContain(`<img src="${pathname}/screenshot.webp"`);
    expect(text).toContain('First Contentful Paint (FCP), how soon anything shows');
    expect(text).toContain('Failed as sent, passed in a browser');
  });

  it('does not render a page with content, unless it is told to', async () => {
    const url = `${site.origin}/shoes`;
    expect((await store(test, { url })).rendered).toBeNull();
    const rendered = await store(test, { url, render: 'always' });
    expect(rendered.rendered.error).toBeNull();
    expect(checkOf(rendered, 'title')).not.toHaveProperty('static_outcome');
  });

  it('tells where the elements that look wrong stand in the document as it was sent', async () => {
    const report = await store(test, { url: `${site.origin}/pale`, render: 'always' });
    expect(checkOf(report, 'color_contrast')).toMatchObject({
      outcome: 'fail',
      value: { elements: 3, failing: 2 },
      evidence: [
        {
          selector: 'p:nth-of-type(2)',
          line: 4,
          column: 3,
          excerpt: '<p class="note" style="color:#ccc">',
        },
        {
          selector: 'p:nth-of-type(3)',
          line: null,
          column: null,
          excerpt: '<p class="note added" style="color:#ccc">',
        },
      ],
    });
  });

  it.each(['always', 'never'])('knows the sizes of images by style sheets: %s', async (render) => {
    const report = await store(test, { url: `${site.origin}/sizes`, render });
    expect(checkOf(report, 'image_dimensions')).toMatchObject({
      value: { images: 5, unsized: 1 },
      evidence: [{ excerpt: '<img src="/a.svg" width="300">' }],
    });
  });

  it('does not render a shell if it is told not to, and does not hold against it what its scripts may add', async () => {
    const report = await store(test, { url: `${site.origin}/shell`, render: 'never' });
    expect(report.rendered).toBeNull();
    expect(checkOf(report, 'title')).toMatchObject({ outcome: 'fail', method: 'unrendered' });
    expect(checkOf(report, 'script_rendered')).toMatchObject({ outcome: 'fail', method: 'approximate' });
  });

  it('grades a shell that hangs the browser as if there were none', async () => {
    const url = `${site.origin}/busy-shell`;
    const report = await store(test, { url });
    expect(report.rendered.error).toMatchObject({ code: 'page_hangs' });
    const never = await store(test, { url, render: 'never' });
    const other = await startApp({ ALLOWED_TARGETS: site.target });
    const without = await store(other, { url });
    await other.close();
    expect(without.rendered).toBeNull();
    expect([report.score, never.score]).toEqual([without.score, without.score]);
    for (const { checks } of [report, never])
      expect(checkOf({ checks }, 'title')).toMatchObject({ outcome: 'fail', method: 'unrendered' });
  });

  it('completes the report of a shell that floods the browser, without asking for it again and again', async () => {
    const asked = (path: string) => site.requests.filter((requested) => requested === path).length;
    const before = asked('/shell');
    await store(test, { url: `${site.origin}/shell` });
    const ordinary = asked('/shell') - before;
    const report = await store(test, { url: `${site.origin}/flooding-shell` });
    expect(report).toMatchObject({ status: 'completed', error: null });
    expect(report.rendered.error).toMatchObject({
      code: expect.stringMatching(/page_too_large|browser_failed|page_crashed|page_hangs/),
    });
    expect(checkOf(report, 'title')).toMatchObject({ outcome: 'fail', method: 'unrendered' });
    expect(checkOf(report, 'language')).toMatchObject({ outcome: 'pass' });
    // A run in a browser that had rendered other pages may be repeated once.
    expect(asked('/flooding-shell')).toBeLessThanOrEqual(ordinary + 1);
  });

  it('completes the report of a page that hangs the browser', async () => {
    const report = await store(test, { url: `${site.origin}/hangs`, render: 'always' });
    expect(report.rendered.error).toMatchObject({ code: 'page_hangs' });
    expect(report.rendered.screenshot_url).toBeNull();
    expect(checkOf(report, 'title')).toMatchObject({ outcome: 'pass' });
  });

  it('finds a recent report that was made in the same way', async () => {
    const url = `${site.origin}/shell`;
    const { id } = await store(test, { url, max_age: '600' }, 200);
    expect((await store(test, { url, max_age: '600', device: 'desktop' }, 200)).id).not.toBe(id);
    expect((await store(test, { url, max_age: '600', render: 'never' }, 200)).rendered).toBeNull();
  });

  it('refuses other modes and devices', async () => {
    const { errors } = await store(test, { url: site.origin, render: 'maybe', device: 'watch' }, 422);
    expect(errors).toEqual({
      render: ['render must be one of never, auto, always.'],
      device: ['device must be one of mobile, desktop.'],
    });
  });
});

describe('without a browser', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startApp({ ALLOWED_TARGETS: site.target });
  });

  afterAll(async () => {
    await test.close();
  });

  it('does not hold against a shell what its scripts may add', async () => {
    const report = await store(test, { url: `${site.origin}/shell` });
    expect(report.rendered).toBeNull();
    expect(checkOf(report, 'title')).toMatchObject({ outcome: 'fail', method: 'unrendered' });
    expect(checkOf(report, 'color_contrast')).toMatchObject({ outcome: 'not_applicable' });
    const never = await store(test, { url: `${site.origin}/shell`, render: 'never' });
    expect(report.score).toBe(never.score);
    expect(report.score).toBeGreaterThan(0);
  });

  it('refuses render=always', async () => {
    const refused = await store(test, { url: `${site.origin}/shell`, render: 'always' }, 422);
    expect(refused.code).toBe('rendering_unavailable');
    const { body } = await test.owner.call('get', '/api/v1/reports').expect(200);
    expect(body.meta.total).toBe(2);
  });
});
