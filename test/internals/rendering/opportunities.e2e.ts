import { type ServerResponse } from 'node:http';
import { type Opportunity, type OpportunityId } from '../../../src/engine/rendering/opportunities.js';
import { render, rendererFor } from '../../support/renderer.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

/** An image of 24 bits per pixel, without compression. */
function bitmap(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(54 + width * height * 3, 0x80);
  bytes.write('BM');
  for (const [at, value] of [
    [2, bytes.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
    [30, 0],
  ] as const)
    bytes.writeUInt32LE(value, at);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

const CSS = `body { margin: 0; padding-top: 1px }${' .unused { color: red }'.repeat(5000)}`;
const NEVER = `function never() { ${'never(); '.repeat(5000)} }`;
/** Busy when the page has been painted, which then moves. An image is sent when it has, so the page loads until then. */
const BUSY = `${'/* Words. */'.repeat(5000)} ${NEVER} new Image().src = '/late.svg';
new PerformanceObserver((list, observer) => {
  if (list.getEntriesByName('first-contentful-paint').length === 0) return;
  observer.disconnect();
  setTimeout(() => {
    const end = Date.now() + 300; while (Date.now() < end);
    document.getElementById('top').style.height = '200px';
    requestAnimationFrame(() => requestAnimationFrame(() => fetch('/moved')));
  }, 100);
}).observe({ type: 'paint', buffered: true })`;

/** What the browser says of so many functions is longer than what is read of it. */
const MANY = Array.from({ length: 100_000 }, (_, at) => `function f${String(at)}() { return ${String(at)} }`);

const FILES: Readonly<Record<string, readonly [type: string, body: Buffer | string, cache?: string]>> = {
  '/style.css': ['text/css', CSS, 'max-age=3600'],
  '/busy.js': ['text/javascript', BUSY, 'no-store'],
  '/many.js': ['text/javascript', MANY.join('\n'), 'max-age=31536000'],
  '/late.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'max-age=31536000'],
  '/hero.bmp': ['image/bmp', bitmap(600, 400), 'max-age=31536000'],
};

function answer(path: string, page: string, response: ServerResponse): void {
  const [type, body, cache] = FILES[path] ?? ['text/html', page];
  response.writeHead(200, { 'content-type': type, ...(cache && { 'cache-control': cache }) }).end(body);
}

let shop: StrangerSite;
let party: StrangerSite;

beforeAll(async () => {
  party = await strangerSite(({ url = '' }, response) => {
    answer(url, '', response);
  });
  const { port } = new URL(party.origin);
  const head = `<title>Shoes</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css">`;
  const slow = `<!doctype html><html lang="en"><head>${head}</head><body><div id="top"></div><h1>Shoes</h1>
<img id="hero" loading="lazy" src="/hero.bmp" alt="Shoe" width="300" height="200"><p>Shoes in every shade of blue.</p>
<script src="http://party.example:${port}/busy.js" async></script></body></html>`;
  const plain = '<!doctype html><html lang="en"><title>Shoes</title><h1>Shoes</h1>';
  const pages: Readonly<Record<string, string>> = {
    '/plain': plain,
    '/many': `${plain}<script src="/many.js"></script><link rel="stylesheet" href="/style.css">`,
  };
  const late: ServerResponse[] = [];
  shop = await strangerSite(({ url = '' }, response) => {
    if (url === '/late.svg') late.push(response);
    else answer(url, pages[url] ?? slow, response);
    if (url === '/moved') for (const each of late.splice(0)) answer('/late.svg', '', each);
  });
});

afterAll(() => Promise.all([shop.close(), party.close()]));

const originOf = (name: string, { origin }: StrangerSite) => `http://${name}:${new URL(origin).port}`;

describe('The browser', () => {
  let opportunities: Readonly<Partial<Record<OpportunityId, Opportunity>>>;
  let plain: readonly Opportunity[];
  let many: readonly Opportunity[];

  beforeAll(async () => {
    const origins = [originOf('shop.example', shop), originOf('party.example', party)];
    const renderer = await rendererFor({
      allowed: origins.map((origin) => new URL(origin).host),
      resolve: () => Promise.resolve(['127.0.0.1']),
    });
    const found =
      (await render(renderer, `${originOf('shop.example', shop)}/`, 1, 'mobile')).facts.opportunities ?? [];
    opportunities = Object.fromEntries(found.map((one) => [one.id, one]));
    const opportunitiesOf = async (path: string) =>
      (await render(renderer, `${originOf('shop.example', shop)}${path}`)).facts.opportunities ?? [];
    [plain, many] = [await opportunitiesOf('/plain'), await opportunitiesOf('/many')];
    await renderer.close();
  });

  it('finds what holds up the first paint', () => {
    expect(opportunities['render-blocking']).toMatchObject({
      message: expect.stringContaining('1 request holds up the first paint.'),
      items: [{ url: `${originOf('shop.example', shop)}/style.css`, ms: expect.any(Number) }],
    });
    expect(opportunities['render-blocking']?.savings_ms).toBeGreaterThan(100);
  });

  it('finds an image that is larger than it is shown, with its element', () => {
    const { items = [], savings_bytes: savings } = opportunities['image-delivery'] ?? {};
    expect(items).toMatchObject([{ url: `${originOf('shop.example', shop)}/hero.bmp`, selector: '#hero' }]);
    expect(items[0]?.detail).toContain('WebP');
    expect(savings).toBeGreaterThan(500_000);
  });

  it('finds text that is sent without compression', () => {
    const { items = [] } = opportunities['text-compression'] ?? {};
    expect(items.map(({ url }) => url)).toEqual([
      `${originOf('shop.example', shop)}/style.css`,
      `${originOf('party.example', party)}/busy.js`,
    ]);
    expect(items[0]?.savings_bytes).toBe(Math.round(CSS.length * 0.8));
  });

  it('finds code that did not run, and rules that nothing uses', () => {
    const origin = originOf('party.example', party);
    expect(opportunities['unused-javascript']).toMatchObject({
      savings_bytes: NEVER.length,
      items: [{ url: `${origin}/busy.js`, savings_bytes: NEVER.length, detail: '43 % of it is not used.' }],
    });
    expect(opportunities['unused-css-rules']).toMatchObject({
      message: expect.stringContaining('1 style sheet has many rules that nothing on the page uses.'),
      savings_ms: expect.any(Number),
      items: [{ url: `${originOf('shop.example', shop)}/style.css`, detail: '100 % of it is not used.' }],
    });
  });

  it('says nothing of more functions than it can be told', () => {
    const ids = many.map(({ id }) => id);
    expect(ids).toContain('unused-css-rules');
    expect(ids).not.toContain('unused-javascript');
  });

  it('finds files that browsers keep too short, and says for how long', () => {
    expect(opportunities.cache?.items).toMatchObject([
      { url: expect.stringContaining('/style.css'), detail: 'Browsers keep it for 1 hour.' },
    ]);
  });

  it('finds what moved', () => {
    const { items = [] } = opportunities['cls-culprits'] ?? {};
    expect(items[0]?.detail).toMatch(/^Moved by 0\.\d+\./);
    expect(items[0]?.selector).toMatch(/h1|#hero|p$/);
  });

  it('says which element is the largest, and how its time passed', () => {
    const { items = [], message } = opportunities['lcp-breakdown'] ?? {};
    expect(items.map(({ selector }) => selector)).toEqual(['#hero', '#hero', '#hero', '#hero']);
    expect(message).toMatch(/^The largest part of the first screen showed after [\d,.]+ m?s/);
    expect(opportunities['lcp-discovery']?.items[0]).toMatchObject({
      selector: '#hero',
      detail: expect.stringContaining('Loaded lazily'),
    });
  });

  it('names third parties, and the tasks that ran long', () => {
    expect(opportunities['third-parties']?.items).toMatchObject([
      { url: `${originOf('party.example', party)}/busy.js`, detail: 'party.example, 1 request.' },
    ]);
    const [task] = opportunities['long-tasks']?.items ?? [];
    // The simulated processor is a quarter as fast.
    expect(task?.ms).toBeGreaterThan(4 * 290);
  });

  it('finds nothing to fix on a plain page', () => {
    expect(plain.map(({ id }) => id).filter((id) => id !== 'long-tasks')).toEqual(['lcp-breakdown']);
    expect(plain.find(({ id }) => id === 'lcp-breakdown')?.items).toMatchObject([
      { selector: 'body > h1', detail: 'Until the first byte of the page came.' },
      { selector: 'body > h1', detail: 'Until the element was painted.' },
    ]);
  });
});
