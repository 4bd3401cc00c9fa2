import { type ServerResponse } from 'node:http';
import { type LabMetric } from '../../../src/engine/audit/parity/performance.js';
import { type Renderer } from '../../../src/engine/rendering/renderer.js';
import { allBrowsers } from '../../support/browser.js';
import { render, rendererFor } from '../../support/renderer.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

const HEAD = '<head><title>Shoes</title><meta name="viewport" content="width=device-width"></head>';
const page = (body: string) => `<!doctype html><html lang="en">${HEAD}<body>${body}</body></html>`;
const SHOES = '<h1>Shoes</h1><p>Shoes in every shade of blue.</p>';
/** Runs a script when the page has been painted. */
const painted = (script: string) =>
  `<script>new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    setTimeout(() => { ${script} }, 100);
  }).observe({ type: 'paint', buffered: true })</script>`;
const BUSY_MS = 400;
const BUSY = `const end = Date.now() + ${String(BUSY_MS)}; while (Date.now() < end);`;

/** 300 kB take 1.5 s of the simulated 1.6 Mbit/s, on every machine. */
const PICTURE_BYTES = 300_000;
const PICTURE =
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="600"><rect width="400" height="600" fill="navy"/>
<text y="99" fill="white">Shoe</text><!--`.padEnd(PICTURE_BYTES - 9, 'x');

const PAGES: Readonly<Record<string, string>> = {
  '/plain': page(SHOES),
  '/once': page(SHOES),
  '/busy': page(SHOES + painted(BUSY)),
  '/picture': page(`${SHOES}<img src="/shoe.svg" alt="Shoe" width="400" height="600">`),
  '/shifting': page(`<div id="top"></div>${SHOES}<div style="height: 300px; background: navy">Blue</div>
    ${painted("document.getElementById('top').style.height = '200px'")}`),
  // Longer than a call may take, and when nothing has been under way for half a second.
  '/late': page(`${SHOES}<script>onload = () => setTimeout(() => {
    const end = Date.now() + 7000; while (Date.now() < end); }, 520)</script>`),
  '/styled': page(`<link rel="stylesheet" href="/late.css">${SHOES}`),
  '/framed': page(
    `<link rel="stylesheet" href="/late.css">${SHOES}<iframe src="https://shoes.invalid/"></iframe>`,
  ),
  // Addresses that Chromium accepts and Node.js does not.
  '/misspelt': page(
    `${SHOES}<img src="http://shoes blue.invalid/a.png" alt=""><iframe src="https://shoes blue.invalid/"></iframe>`,
  ),
  '/many': page(
    SHOES + Array.from({ length: 550 }, (_, at) => `<img src="/shoe.svg?${String(at)}" alt="">`).join(''),
  ),
  '/splash': page(`<script>setTimeout(() => { document.body.innerHTML = '${SHOES}' }, 2000)</script>`),
  // Half a second of work, as much at once as there is time for.
  '/idle': page(
    SHOES +
      painted(`let left = 100; const work = (deadline) => {
        for (; left > 0 && deadline.timeRemaining() > 0; left--) { const end = Date.now() + 5; while (Date.now() < end); }
        if (left > 0) requestIdleCallback(work, { timeout: 1000 }) }; requestIdleCallback(work)`),
  ),
  '/empty': '<!doctype html><html lang="en"><title>Nothing</title><body></body></html>',
  '/tasks': page(
    SHOES +
      painted(`let left = 100000; const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => { if (left-- > 0) port2.postMessage(0) }; port2.postMessage(0)`),
  ),
  // It leaves a slow machine the time to read it.
  '/marks': page(
    SHOES +
      painted(`const end = Date.now() + 5000; for (let n = 0; n < 500 && Date.now() < end; n++) {
        performance.mark(Math.random() + 'x'.repeat(1e6)); performance.clearMarks() }`),
  ),
  '/deceiving': page(
    `<script>performance.now = () => 0; Date.now = ((now) => () => now())(Date.now);
      window.PerformanceObserver = class { observe() {} }; performance.getEntries = () => [];
      performance.getEntriesByType = () => []</script>${SHOES}<script>setTimeout(() => { ${BUSY} }, 500)</script>`,
  ),
};

function answer(url: string, response: ServerResponse): void {
  const isPicture = url === '/shoe.svg';
  response
    .writeHead(200, { 'content-type': isPicture ? 'image/svg+xml' : 'text/html' })
    .end(isPicture ? `${PICTURE}--></svg>` : PAGES[url]);
}

const REDIRECT_MS = 600;

let site: StrangerSite;
/** Another origin, which leads to the page after a while. */
let before: StrangerSite;

beforeAll(async () => {
  site = await strangerSite(({ url = '' }, response) => {
    const isFirst = site.requests.filter((path) => path === url).length === 1;
    if (url === '/once' && !isFirst) response.destroy();
    else if (url === '/late.css') setTimeout(() => response.end(), 500);
    else answer(url, response);
  });
  before = await strangerSite(({ url = '' }, response) => {
    setTimeout(() => response.writeHead(302, { location: site.origin + url }).end(), REDIRECT_MS);
  });
});

afterAll(async () => {
  await site.close();
  await before.close();
});

async function measured(renderer: Renderer, path: string, device: 'mobile' | 'desktop' = 'mobile') {
  const runs = path === '/once' ? 3 : 1;
  const { document, facts } = await render(renderer, site.origin + path, 1, device, runs);
  const valueOf = (name: LabMetric) => facts.lab?.[name].value ?? NaN;
  return { document, performance: document?.performance, facts, valueOf };
}

it('measures what is known of a page, in each kind of browser', async () => {
  for (const [name, program] of await allBrowsers()) {
    const renderer = await rendererFor({ allowed: [site.target], program });
    const plain = await measured(renderer, '/plain');
    expect([name, plain.performance?.fault]).toEqual([name, null]);
    expect(plain.facts.lab).toMatchObject({ throttling: 'simulated', device: 'mobile', cls: { value: 0 } });
    // A connection and a request take three round trips of 150 ms.
    expect(plain.valueOf('fcp_ms')).toBeGreaterThanOrEqual(450);
    expect(plain.valueOf('lcp_ms')).toBeGreaterThanOrEqual(plain.valueOf('fcp_ms'));
    expect(plain.valueOf('si_ms')).toBeGreaterThanOrEqual(plain.valueOf('fcp_ms'));

    const busy = await measured(renderer, '/busy');
    expect([name, busy.performance?.fault]).toEqual([name, null]);
    expect(busy.valueOf('tbt_ms')).toBeGreaterThan(2 * BUSY_MS);
    expect(busy.performance?.audits['total-blocking-time']).toBeLessThan(0.5);

    const picture = await measured(renderer, '/picture');
    expect([name, picture.performance?.fault]).toEqual([name, null]);
    expect(picture.valueOf('lcp_ms')).toBeGreaterThan(450 + (PICTURE_BYTES * 8) / 1638.4 / 2);

    const shifting = await measured(renderer, '/shifting');
    expect(shifting.valueOf('cls')).toBeGreaterThan(0.05);
    expect(shifting.valueOf('cls')).toBeCloseTo(shifting.facts.metrics?.cls?.value ?? NaN, 3);
    await renderer.close();
  }
}, 240_000);

describe('a page', () => {
  let renderer: Renderer;

  beforeAll(async () => {
    renderer = await rendererFor({ allowed: [site.target] });
  });

  afterAll(() => renderer.close());

  it('is measured by the limits of the device', async () => {
    const { facts, valueOf } = await measured(renderer, '/picture', 'desktop');
    expect(facts.lab?.device).toBe('desktop');
    expect(valueOf('lcp_ms')).toBeGreaterThanOrEqual(120);
  });

  it('waits for documents of frames that fail before it is painted, as in Lighthouse', async () => {
    const difference = async () => {
      const styled = await measured(renderer, '/styled');
      const framed = await measured(renderer, '/framed');
      return framed.valueOf('fcp_ms') - styled.valueOf('fcp_ms');
    };
    let ms = await difference();
    // A connection to another host takes more round trips of 150 ms than the style sheet. A busy machine may paint the page
    // before it requests the frame.
    for (let again = 0; again < 3 && ms <= 250; again++) ms = await difference();
    expect(ms).toBeGreaterThan(250);
  });

  it('has the time that a redirect to it takes, as in Lighthouse', async () => {
    const direct = await measured(renderer, '/plain');
    const others = await rendererFor({ allowed: [site.target, before.target] });
    const { facts } = await render(others, `${before.origin}/plain`, 1, 'mobile');
    await others.close();
    expect(facts.lab?.fcp_ms.value).toBeGreaterThan(direct.valueOf('fcp_ms') + REDIRECT_MS);
  });

  it('that has misspelt addresses is measured all the same', async () => {
    const { document, performance } = await measured(renderer, '/misspelt');
    expect(document?.bestPractices).toMatchObject({ fault: null, facts: { hasInsecureRequests: false } });
    expect(performance?.fault).toBeNull();
  });

  it('is loaded as often as it is to be, and has one of the loads', async () => {
    const before = site.requests.length;
    const { document, facts } = await render(renderer, `${site.origin}/plain`, 1, 'mobile', 3);
    expect(site.requests.slice(before).filter((path) => path === '/plain')).toHaveLength(3);
    expect(facts.lab).toMatchObject({ runs: 3, spread: { performance: { max: expect.any(Number) } } });
    expect(facts.lab?.spread?.performance.min).toBeLessThanOrEqual(facts.lab?.spread?.performance.max ?? 0);
    expect(document?.accessibility?.fault).toBeNull();
  });

  it('that can’t be loaded again keeps what was read first', async () => {
    const { document, performance, facts } = await measured(renderer, '/once');
    expect(document?.html).toContain('<h1>Shoes</h1>');
    expect([performance?.fault, facts.lab?.runs, facts.error]).toEqual([null, 1, null]);
  });

  it('that gets busy when it is at rest is read when it answers', async () => {
    const { document, performance, facts } = await measured(renderer, '/late');
    expect(facts.error).toBeNull();
    expect(document?.html).toContain('<h1>Shoes</h1>');
    expect(performance?.fault).toBeNull();
  });

  it('that shows itself after a while, without a request, is waited for', async () => {
    const { document, performance, facts } = await measured(renderer, '/splash');
    expect(document?.html).toContain('<h1>Shoes</h1>');
    expect(performance?.fault).toBeNull();
    expect(facts.metrics?.fcp_ms?.value).toBeGreaterThan(2000);
  });

  it('that works in idle times has no more of them than a slower device', async () => {
    const phone = await measured(renderer, '/idle');
    expect(phone.performance?.fault).toBeNull();
    // It is 1430 ms if idle times are as long as on this machine. Other programs add some.
    expect(phone.valueOf('tbt_ms')).toBeLessThan(2 * BUSY_MS);
    const computer = await measured(renderer, '/idle', 'desktop');
    expect(computer.valueOf('tbt_ms')).toBeLessThan(BUSY_MS);
  });

  it('that shows nothing has a reason instead of a score', async () => {
    const { performance, facts } = await measured(renderer, '/empty');
    expect([performance, facts.lab]).toEqual([{ audits: {}, fault: 'no_paint' }, null]);
  });

  it('that requests more than is loaded has a reason instead of a score, and is loaded once', async () => {
    const before = site.requests.length;
    const { document, facts } = await render(renderer, `${site.origin}/many`, 1, 'mobile', 3);
    expect(document?.performance).toEqual({ audits: {}, fault: 'limits_reached' });
    expect(document?.bestPractices).toMatchObject({ facts: null, fault: 'limits_reached' });
    expect(document?.accessibility?.fault).toBeNull();
    expect(facts).toMatchObject({ lab: null, opportunities: null, error: null });
    expect(site.requests.slice(before).filter((path) => path === '/many')).toHaveLength(1);
  });

  it('that replaces clocks and observers is measured all the same', async () => {
    const { performance, valueOf } = await measured(renderer, '/deceiving');
    expect(performance?.fault).toBeNull();
    expect(valueOf('tbt_ms')).toBeGreaterThan(2 * BUSY_MS);
  });

  it.each([
    ['posts 100 000 tasks', '/tasks'],
    ['has up to 500 MB of marks', '/marks'],
  ])('that %s is audited, with a reason or a score, and so is the next one', async (_, path) => {
    const { document, performance, facts } = await measured(renderer, path);
    expect(facts.error).toBeNull();
    expect(document?.html).toContain('<h1>Shoes</h1>');
    expect(['trace_too_large', 'took_too_long', null]).toContain(performance?.fault);
    expect(document?.accessibility?.fault).toBeNull();
    expect((await measured(renderer, '/plain')).performance?.fault).toBeNull();
  });
});
