import { Grader } from '../../../src/engine/grading/grader.js';
import { type Renderer } from '../../../src/engine/rendering/renderer.js';
import { render, rendererFor } from '../../support/renderer.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

/** Runs a script after it kept the page busy for longer than a page has to be at rest. */
const afterWork = (script: string) =>
  `<h1>Loading</h1><script>
onload = () => setTimeout(() => {
  for (const end = Date.now() + 1200; Date.now() < end;);
  ${script}
}, 0);
</script>`;

/** Asks for news every two seconds, and waits for a stream that never ends. */
const STREAMING = `<h1>News</h1><script>
onload = () => { fetch('/stream'); setInterval(() => fetch('/tick'), 2000); };
</script>`;

const PAGES: Readonly<Record<string, string>> = {
  '/asks': afterWork(
    `fetch('/slow').then((answer) => answer.text()).then((text) => { document.body.append(text) })`,
  ),
  '/streaming': STREAMING,
  '/camera': '<h1>Camera</h1><img src="/stream" alt="">',
  '/splash': `<div id="app"></div><script>setTimeout(() => { app.innerHTML = '<h1>Shown after a while</h1>' }, 2000)</script>`,
  '/leaves': afterWork(`location.replace('/arrived')`),
  '/arrived': `<h1>Loading</h1><script>fetch('/slow').then((answer) => answer.text()).then((text) => { document.body.append(text) })</script>`,
};

let site: StrangerSite;
let renderer: Renderer;

beforeAll(async () => {
  site = await strangerSite(({ url = '' }, response) => {
    const answer = (text: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(text);
    if (url === '/stream') response.writeHead(200).write('news');
    else if (url === '/slow') setTimeout(answer, 300, 'Seen at last');
    else answer(PAGES[url] ?? `<link rel="alternate" hreflang="en" href="${site.origin}/"><h1>Plain</h1>`);
  });
  renderer = await rendererFor({ allowed: [site.target], rules: 'layout' });
});
afterAll(async () => {
  await renderer.close();
  await site.close();
});

describe('a page that works for long', () => {
  it.each(['/asks', '/leaves'])('and then requests more is read with it: %s', async (path) => {
    const { document, facts } = await render(renderer, site.origin + path);
    expect(facts.error).toBeNull();
    expect(document?.html).toContain('Seen at last');
  });
});

describe('a page with a stream that does not end', () => {
  it('is read after a while, though it asks for more', async () => {
    const { document, facts } = await render(renderer, `${site.origin}/streaming`);
    expect(facts.error).toBeNull();
    expect(document?.html).toContain('News');
    const ticks = site.requests.filter((path) => path === '/tick').length;
    expect(ticks).toBeGreaterThanOrEqual(3);
    expect(ticks).toBeLessThan(8);
  });
});

describe('a page with a picture that does not end', () => {
  it('has the time to its first byte', async () => {
    const { facts } = await render(renderer, `${site.origin}/camera`);
    expect(facts).toMatchObject({
      error: null,
      metrics: { ttfb_ms: { value: expect.any(Number) as number } },
    });
  });
});

describe('a page that shows nothing at first', () => {
  it.each(['lighthouse', 'layout'] as const)('is waited for, whatever judges it: %s', async (rules) => {
    const own = await rendererFor({ allowed: [site.target], rules });
    const { document } = await render(own, `${site.origin}/splash`);
    await own.close();
    expect(document?.html).toContain('Shown after a while</h1>');
  });
});

describe('a rendered page whose address has a fragment', () => {
  it('is the page without it', async () => {
    const own = await rendererFor({ allowed: [site.target] });
    const grader = new Grader({
      loader: {
        policy: { allowedTargets: new Set([site.target]), allowedPorts: new Set([80, 443]) },
        userAgent: 'Pagegrade/test',
      },
      bands: { good: 80, decent: 50 },
      rendererOn: () => own,
    });
    const grade = await grader.grade(new URL(`${site.origin}/#/`), { render: 'always' });
    await grader.close();
    await own.close();
    expect(grade.rendered?.error).toBeNull();
    expect(grade.checks.find(({ id }) => id === 'hreflang_complete')?.outcome).toBe('pass');
  });
});
