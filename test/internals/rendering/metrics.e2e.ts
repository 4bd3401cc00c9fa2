import { type RequestListener, type ServerResponse } from 'node:http';
import { type Metrics } from '../../../src/engine/rendering/web-vitals.js';
import { type Renderer } from '../../../src/engine/rendering/renderer.js';
import { rendererFor } from '../../support/renderer.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

/** Of the emulated phone. */
const VIEWPORT = { width: 412, height: 823 };
/** An image of 200 by 200 pixels. */
const IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200"/></svg>';
const BOX =
  '<div id="box" style="position:absolute;left:0;top:0;width:412px;height:200px;background:teal"></div>';
/** The layout shift score of {@link BOX} when it moves down within the viewport.
 *  @see https://web.dev/articles/cls#layout_shift_score */
const shiftBy = (px: number) =>
  ((412 * (200 + px)) / (VIEWPORT.width * VIEWPORT.height)) * (px / VIEWPORT.height);

/** `frame()` settles when what was changed has been painted. */
const script = (text: string) => `<script>(async () => {
const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
void fetch('/held' + location.pathname);
${text}
await frame(); await sleep(200); await fetch('/release' + location.pathname);
})()</script>`;

const moves = (...steps: readonly (readonly [ms: number, top: number])[]) => {
  const lines = steps.map(([ms, top]) => `await sleep(${ms}); box.style.top = '${top}px'; await frame();`);
  return `<h1 style="margin:0">Text</h1>${BOX}${script(`await painted; ${lines.join('\n')}`)}`;
};

/** A page's body, and its CLS as computed by hand; null without a paint. */
const PAGES: Readonly<Record<string, readonly [body: string, cls: number | null]>> = {
  'text alone': ['<h1>Text</h1>', 0],
  'nothing at all': ['', null],
  'a late image': [
    `<p>Text</p>${script(`await painted; await sleep(300); const image = new Image(); image.src = '/image.svg'; document.body.append(image); await image.decode();`)}`,
    0,
  ],
  'late text': [
    `<p>Text</p>${script(`await painted; await sleep(300); document.body.insertAdjacentHTML('beforeend', '<h1>' + 'A longer text. '.repeat(20) + '</h1>');`)}`,
    0,
  ],
  'no text before a timer': [
    `<p id="late"></p>${script(`await sleep(400); late.textContent = 'Text'; await painted;`)}`,
    0,
  ],
  'a box that moves by 100 px': [moves([100, 100]), shiftBy(100)],
  'a box that moves by 2 px, which is too little': [moves([100, 2]), 0],
  'a box that moves twice within a second': [moves([100, 100], [100, 300]), shiftBy(100) + shiftBy(200)],
  'a box that moves twice, with more than a second between': [moves([100, 100], [1200, 300]), shiftBy(200)],
  'a box that moves less in the second session window': [moves([100, 200], [1200, 300]), shiftBy(200)],
};

const RECORDER = `<script>
let paint; const painted = new Promise((done) => (paint = done));
const seen = { fcp: null, lcp: null };
const post = () => fetch('/seen' + location.pathname, { method: 'POST', body: JSON.stringify(seen), keepalive: true });
new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries())
    if (name === 'first-contentful-paint') { seen.fcp = startTime; post(); paint() }
}).observe({ type: 'paint', buffered: true });
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) { seen.lcp = startTime; post() }
}).observe({ type: 'largest-contentful-paint', buffered: true });
</script>`;

let site: StrangerSite;
let renderer: Renderer;
/** Responses that keep pages from being at rest, by path. */
const held = new Map<string, ServerResponse>();
/** The pages' own entries, by path. */
const recorded = new Map<string, { fcp: number | null; lcp: number | null }>();

const answer: RequestListener = (request, response) => {
  const url = request.url ?? '';
  if (url.startsWith('/held/')) return void held.set(url.slice('/held/'.length), response);
  if (url.startsWith('/release/')) {
    held.get(url.slice('/release/'.length))?.writeHead(204).end();
    return void response.writeHead(204).end();
  }
  if (url === '/image.svg')
    return void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(IMAGE);
  if (url.startsWith('/seen/')) {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    return void request.on('end', () => {
      recorded.set(url.slice('/seen/'.length), JSON.parse(body));
      response.writeHead(204).end();
    });
  }
  const [body = ''] = PAGES[decodeURIComponent(url.slice(1))] ?? [];
  const head = `<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${RECORDER}`;
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${head}<body>${body}`);
};

beforeAll(async () => {
  site = await strangerSite(answer);
  renderer = await rendererFor({ allowed: [site.target], rules: 'layout' });
});
afterAll(async () => {
  await renderer.close();
  await site.close();
});

async function metricsOf(name: string): Promise<Metrics | null> {
  const url = new URL(`${site.origin}/${encodeURIComponent(name)}`);
  const { facts } = await renderer.render({ url, audited: url, device: 'mobile', account: 1 });
  expect(facts.error).toBeNull();
  return facts.metrics;
}

it.each(Object.entries(PAGES))('%s', async (name, [, cls]) => {
  const metrics = await metricsOf(name);
  const seen = recorded.get(encodeURIComponent(name)) ?? { fcp: null, lcp: null };
  const rounded = (ms: number | null) => (ms === null ? null : Math.round(ms));
  expect(metrics?.fcp_ms?.value ?? null).toBe(rounded(seen.fcp));
  expect(metrics?.lcp_ms?.value ?? null).toBe(rounded(seen.lcp));
  expect(seen.fcp === null).toBe(cls === null);
  if (cls === null) expect(metrics?.cls).toBeNull();
  else expect(metrics?.cls?.value).toBeCloseTo(cls, 3);
});
