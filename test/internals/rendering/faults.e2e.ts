import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { dirname, join } from 'node:path';
import { PageLoader } from '../../../src/engine/page-loader/page-loader.js';
import { BrowserLauncher } from '../../../src/engine/rendering/launcher/browser-launcher.js';
import { kill, processesOf } from '../../../src/engine/rendering/process-tree.js';
import { Renderer } from '../../../src/engine/rendering/renderer.js';
import { eventually } from '../../support/eventually.js';
import { until } from '../../support/forward-proxy.js';
import { browserForProduct, HAS_SANDBOX } from '../../support/browser.js';
import { clientProcesses, render, rendererFor } from '../../support/renderer.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

/** Then a long page is being judged, or has not been read on a slow machine. */
const JUDGED_AFTER_MS = 1800;
const PROFILES = `pagegrade-browser-${process.pid}-`;

/** Fills memory, then waits for a picture. */
const filling = (bytes: number) =>
  `<h1>Full</h1><script>const filled = new Uint8Array(${bytes}).fill(1)</script><img src="/held">`;

const PAGES: Readonly<Record<string, string>> = {
  '/loop': '<script>for (;;);</script>',
  '/fills-some': filling(150e6),
  '/fills-more': filling(200e6),
  '/fills-all': filling(400e6),
  '/long': `<!doctype html><html lang="en"><title>Long</title><main><h1>Long</h1>${'<p>Text, <a href="/a">a link</a> and <b style="color: #777">weight</b></p><label>Name <input></label>'.repeat(800)}`,
};

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let site: StrangerSite;
let held: (() => void)[] = [];
let isReleased = false;
const release = () => {
  isReleased = true;
  for (const answer of held) answer();
};
const profiles = async () => (await readdir(tmpdir())).filter((name) => name.startsWith(PROFILES));

beforeAll(async () => {
  site = await strangerSite(({ url = '' }, response) => {
    const isRepeated = url === '/fills-more' && countOf(url) % 2 === 0;
    const isHeld = !isReleased && (url === '/held' || isRepeated);
    const html = PAGES[url] ?? '<h1>Plain</h1>';
    const answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    if (isHeld || (url.startsWith('/once') && countOf(url) === 1)) held.push(answer);
    else answer();
  });
});
beforeEach(() => {
  held = [];
  isReleased = false;
});
afterAll(() => site.close());

/** Number of requests for a path. */
const countOf = (path: string) => site.requests.filter((asked) => asked === path).length;

describe('Renderer: faults of the browser', () => {
  it('renders pages that arrive at once in browsers of their own, which later pages share', async () => {
    const renderer = await rendererFor({ allowed: [site.target] });
    const results = await Promise.all([1, 2].map((account) => render(renderer, site.origin, account)));
    const later = await Promise.all([3, 4].map((account) => render(renderer, site.origin, account)));
    expect([...results, ...later].map(({ facts }) => facts.error)).toEqual([null, null, null, null]);
    expect(await profiles()).toHaveLength(2);
    await renderer.close();
  });

  it('leaves nothing when it is closed', async () => {
    const renderer = await rendererFor({ allowed: [site.target] });
    await render(renderer, site.origin);
    await renderer.close();
    expect(await profiles()).toEqual([]);
    expect(processesOf(PROFILES)).toEqual([]);
    expect((await render(renderer, site.origin)).facts.error?.code).toBe('rendering_unavailable');
  });

  it('starts another browser when one was killed between pages', async () => {
    const renderer = await rendererFor({ allowed: [site.target] });
    await render(renderer, site.origin);
    kill(processesOf(PROFILES));
    await until(() => processesOf(PROFILES).length === 0);
    expect((await render(renderer, site.origin)).document?.html).toContain('Plain');
    await renderer.close();
    expect(await profiles()).toEqual([]);
  });

  it('repeats a run in a new browser if the one that died had rendered other pages', async () => {
    const renderer = await rendererFor({ allowed: [site.target] });
    await render(renderer, site.origin);
    const running = render(renderer, `${site.origin}/once-used`);
    await until(() => countOf('/once-used') > 0);
    kill(processesOf(PROFILES));
    const { facts, document } = await running;
    expect(document?.html).toContain('Plain');
    expect(facts).toMatchObject({ error: null, requests: 1 });
    expect(countOf('/once-used')).toBe(2);
    await renderer.close();
  });

  it('blames a page that was alone in a new browser when it died, without another request', async () => {
    const renderer = await rendererFor({ allowed: [site.target] });
    const running = render(renderer, `${site.origin}/once-new`);
    await until(() => countOf('/once-new') > 0);
    const killedAt = performance.now();
    kill(processesOf(PROFILES));
    expect((await running).facts.error).toEqual({
      code: expect.stringMatching(/browser_failed|page_crashed/),
      detail: expect.stringMatching(/^The (browser ended while it showed the page|page )/),
    });
    // Not only when the time for its load is over.
    expect(performance.now() - killedAt).toBeLessThan(10_000);
    expect(countOf('/once-new')).toBe(1);
    await renderer.close();
  });

  it.each(['browser of its own', 'browser of a launcher'])(
    'repeats a run whose %s was killed only because others took memory, too',
    async (kind) => {
      const memory = { first: 500e6, further: 0 };
      const path = join(await mkdtemp(join(tmpdir(), 'launcher-')), 'chromium.sock');
      const program = await browserForProduct();
      const launcher = await BrowserLauncher.listen({
        path,
        program,
        hasSandbox: HAS_SANDBOX,
        product: 'Test',
        memory,
      });
      const launched = kind.includes('launcher') ? { ...program, path: `unix:${path}` } : program;
      const renderer = await rendererFor({ allowed: [site.target], memory, program: launched });

      const stop = new AbortController();
      const url = new URL(`${site.origin}/fills-some`);
      const target = { url, audited: url, device: 'desktop', account: 1, signal: stop.signal } as const;
      const beside = renderer.render(target).catch(() => null);
      const asked = countOf('/fills-more');
      const running = render(renderer, `${site.origin}/fills-more`);
      await until(() => countOf('/fills-more') - asked === 2, 30_000);
      stop.abort(new Error('stopped'));
      await beside;
      await eventually(async () => (await profiles()).length === 1);
      release();
      const { facts, document } = await running;
      expect(facts.error).toBeNull();
      expect(document?.html).toContain('Full');
      expect(countOf('/fills-more') - asked).toBe(2);
      await renderer.close();
      await launcher.close();
      await rm(dirname(path), { recursive: true });
      expect(await profiles()).toEqual([]);
    },
  );

  it('repeats a run whose page was judged when its process in a warm browser was killed', async () => {
    const renderer = await rendererFor({ allowed: [site.target] });
    await render(renderer, site.origin);
    const running = render(renderer, `${site.origin}/long`);
    await sleep(JUDGED_AFTER_MS);
    kill(processesOf('--type=renderer').filter((pid) => processesOf(PROFILES).includes(pid)));
    const { facts, document } = await running;
    expect(facts.error).toBeNull();
    expect(document?.accessibility).toMatchObject({ fault: null });
    expect(countOf('/long')).toBe(2);
    await renderer.close();
  });

  it('blames a page that takes too much memory alone, after one run in a new browser', async () => {
    const memory = { first: 400e6, further: 0 };
    const renderer = await rendererFor({ allowed: [site.target], memory });
    const blamed = { code: 'page_crashed', detail: expect.stringContaining('took more memory') };
    expect((await render(renderer, `${site.origin}/fills-all`)).facts.error).toMatchObject(blamed);
    expect(countOf('/fills-all')).toBe(1);
    await render(renderer, site.origin);
    expect((await render(renderer, `${site.origin}/fills-all`)).facts.error).toMatchObject(blamed);
    expect(countOf('/fills-all')).toBe(3);
    await renderer.close();
  });

  it('survives the death of the process that drives a browser, between pages and within them', async () => {
    const renderer = await rendererFor({ allowed: [site.target] });
    await render(renderer, site.origin);
    kill(clientProcesses());
    await until(() => processesOf(PROFILES).length === 0);
    expect((await render(renderer, site.origin)).document?.html).toContain('Plain');

    const used = render(renderer, `${site.origin}/once-driven`);
    await until(() => countOf('/once-driven') > 0);
    kill(clientProcesses());
    expect((await used).document?.html).toContain('Plain');
    expect(await profiles()).toHaveLength(1);
    await renderer.close();
    expect(clientProcesses()).toEqual([]);
    expect(processesOf(PROFILES)).toEqual([]);
    expect(await profiles()).toEqual([]);
  });

  it('names the death of the process that drives a new browser as its fault', async () => {
    const renderer = await rendererFor({ allowed: [site.target] });
    const asked = countOf('/loop');
    const looping = render(renderer, `${site.origin}/loop`);
    await until(() => countOf('/loop') > asked);
    kill(clientProcesses());
    expect((await looping).facts.error).toEqual({
      code: 'browser_failed',
      detail: 'The browser failed: the process that drives it has ended',
    });
    await until(() => processesOf(PROFILES).length === 0);
    expect((await render(renderer, site.origin)).document?.html).toContain('Plain');
    await renderer.close();
    expect(await profiles()).toEqual([]);
  });

  it('rejects with the reason when it is aborted', async () => {
    const renderer = await rendererFor({ allowed: [site.target] });
    await render(renderer, site.origin);
    const stop = new AbortController();
    const asked = site.requests.length;
    const target = {
      url: new URL(`${site.origin}/loop`),
      audited: new URL(site.origin),
      device: 'mobile',
      account: 1,
      signal: stop.signal,
    } as const;
    const looping = renderer.render(target);
    await until(() => site.requests.length > asked);
    stop.abort(new Error('stopped'));
    await expect(looping).rejects.toThrow('stopped');
    expect((await render(renderer, site.origin)).document?.html).toContain('Plain');
    await renderer.close();
  });

  it.each(['/nonexistent', '/etc/passwd', '/bin/true'])('says that %s can’t be started', async (path) => {
    expect(await errorWith(path, true)).toEqual({
      code: 'rendering_unavailable',
      detail: expect.stringMatching(/^The browser \S+ can’t be started: [^\n]+$/),
    });
    expect(await profiles()).toEqual([]);
  });

  it('says that its proxy can’t be started where the socket of a launcher can’t be reached', async () => {
    expect(await errorWith('unix:/nonexistent/launcher.sock', true)).toEqual({
      code: 'rendering_unavailable',
      detail: expect.stringMatching(/^The proxy of the browser can’t be started: /),
    });
  });

  it('says that there is no folder for a profile', async () => {
    process.env.TMPDIR = '/nonexistent';
    const error = await errorWith((await browserForProduct()).path, HAS_SANDBOX);
    delete process.env.TMPDIR;
    expect(error).toEqual({
      code: 'rendering_unavailable',
      detail: expect.stringContaining('can’t be started: no such file or directory, mkdtemp'),
    });
  });

  it('does not audit the page of an error that the server sends to the browser', async () => {
    const busy = await strangerSite((_request, response) => {
      response.writeHead(429, { 'content-type': 'text/html' }).end('<title>Wait</title><h1>Checking</h1>');
    });
    const renderer = await rendererFor({ allowed: [busy.target] });
    const { facts, document } = await render(renderer, busy.origin);
    await renderer.close();
    await busy.close();
    expect(document).toBeUndefined();
    expect(facts.error).toEqual({
      code: 'page_not_loaded',
      detail: 'The server responded to the browser with status 429, unlike before.',
    });
  });

  it('measures a page with an image far away', async () => {
    const long = await strangerSite(({ url }, response) => {
      if (url === '/far.png') return response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL);
      const html = `<meta name="viewport" content="width=device-width"><h1>Log</h1><img src="/far.png" style="transform: matrix(1, 0, 0, 1, 1e12, 0)"><p>A log.</p>`;
      return response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    });
    const renderer = await rendererFor({ allowed: [long.target] });
    const { facts, document } = await render(renderer, long.origin, 1, 'mobile');
    await renderer.close();
    await long.close();
    expect(document?.bestPractices?.fault).toBeNull();
    expect(document?.performance?.fault).toBeNull();
    expect(facts.requests).toBe(2);
  });

  it('counts icons beside the one that browsers ask for by themselves', async () => {
    const asking = await strangerSite((_request, response) => {
      const html =
        '<h1>Icons</h1><script>for (let n = 0; n < 30; n++) fetch("/favicon.ico", { cache: "no-store" });</script>';
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    });
    const renderer = await rendererFor({ allowed: [asking.target], rules: 'layout' });
    const { facts } = await render(renderer, asking.origin);
    await renderer.close();
    await asking.close();
    expect(facts.requests).toBe(30);
  });

  it('refuses a browser that would let pages send UDP past the proxy', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'browser-'));
    const path = join(folder, 'browser');
    const { path: real } = await browserForProduct();
    const heedless = `for flag; do shift; case "$flag" in *webrtc*) ;; *) set -- "$@" "$flag" ;; esac; done`;
    await writeFile(path, `#!/bin/sh\n${heedless}\nexec "${real}" "$@"\n`, { mode: 0o755 });
    expect((await errorWith(path, HAS_SANDBOX))?.detail).toContain('could send UDP past the proxy');
    expect(await profiles()).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

/** Why a page can't be rendered with the browser of a path. */
async function errorWith(path: string, hasSandbox: boolean) {
  const policy = { allowedTargets: new Set([site.target]), allowedPorts: new Set([80]) };
  const loader = new PageLoader({ policy, userAgent: 'Test' });
  const program = { path, engine: 'Chromium', version: '1' };
  const renderer = new Renderer({ program, hasSandbox, product: 'Test', loader });
  const { facts } = await render(renderer, site.origin);
  await renderer.close();
  return facts.error;
}
