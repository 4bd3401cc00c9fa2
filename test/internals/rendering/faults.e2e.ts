import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PageLoader } from '../../../src/page-loader/page-loader.js';
import { kill, processesOf } from '../../../src/rendering/process-tree.js';
import { Renderer } from '../../../src/rendering/renderer.js';
import { until } from '../../support/forward-proxy.js';
import { browserForProduct, HAS_SANDBOX } from '../../support/browser.js';
import { render, rendererFor } from '../../support/renderer.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

const PROFILES = `pagegrade-browser-${process.pid}-`;

let site: StrangerSite;
const profiles = async () => (await readdir(tmpdir())).filter((name) => name.startsWith(PROFILES));

beforeAll(async () => {
  site = await strangerSite((request, response) => {
    const html = request.url === '/loop' ? '<script>for (;;);</script>' : '<h1>Plain</h1>';
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
});
afterAll(() => site.close());

describe('Renderer: faults of the browser', () => {
  it('renders pages that arrive at once in browsers of their own, which later pages share', async () => {
    const renderer = await rendererFor({ allowed: [site.target] });
    const results = await Promise.all([1, 2].map((account) => render(renderer, site.origin, account)));
    const later = await Promise.all([3, 4].map((account) => render(renderer, site.origin, account)));
    expect([...results, ...later].map(({ facts }) => facts.error)).toEqual([null, null, null, null]);
    expect(await profiles()).toHaveLength(2);
    await renderer.close();
  }, 60_000);

  it('leaves nothing when it is closed', async () => {
    const renderer = await rendererFor({ allowed: [site.target] });
    await render(renderer, site.origin);
    await renderer.close();
    expect(await profiles()).toEqual([]);
    expect(processesOf(PROFILES)).toEqual([]);
    expect((await render(renderer, site.origin)).facts.error?.code).toBe('rendering_unavailable');
  }, 60_000);

  it('starts another browser when one was killed between pages or within one', async () => {
    const renderer = await rendererFor({ allowed: [site.target] });
    await render(renderer, site.origin);
    kill(processesOf(PROFILES));
    await until(() => processesOf(PROFILES).length === 0);
    expect((await render(renderer, site.origin)).document?.html).toContain('Plain');
    const asked = site.requests.length;
    const looping = render(renderer, `${site.origin}/loop`);
    await until(() => site.requests.length > asked);
    kill(processesOf(PROFILES));
    expect((await looping).facts.error).not.toBeNull();
    expect((await render(renderer, site.origin)).document?.html).toContain('Plain');
    await renderer.close();
    expect(await profiles()).toEqual([]);
  }, 90_000);

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
  }, 60_000);

  it.each(['/nonexistent', '/etc/passwd', '/bin/true'])('says that %s can’t be started', async (path) => {
    expect(await errorWith(path, true)).toEqual({
      code: 'rendering_unavailable',
      detail: expect.stringMatching(/^The browser \S+ can’t be started: [^\n]+$/),
    });
    expect(await profiles()).toEqual([]);
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
  }, 60_000);
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
