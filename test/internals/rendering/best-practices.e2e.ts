import { createServer, type Server } from 'node:https';
import { type AddressInfo } from 'node:net';
import {
  BEST_PRACTICES_AUDITS,
  type BestPracticesRun,
} from '../../../src/engine/audit/parity/best-practices.js';
import { type LighthouseParity } from '../../../src/engine/audit/parity/lighthouse.js';
import { Grader } from '../../../src/engine/grading/grader.js';
import { type BrowserProgram } from '../../../src/engine/rendering/browser-program.js';
import { type Device } from '../../../src/engine/rendering/device.js';
import { Renderer } from '../../../src/engine/rendering/renderer.js';
import { newAuthority } from '../../support/authority.js';
import { allBrowsers, browserSettings, HAS_SANDBOX } from '../../support/browser.js';
import { render, rendererFor } from '../../support/renderer.js';
import { runCli } from '../../support/service.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';
import { PRACTICE_PAGES, practiceSite } from './practice-pages.js';

let site: StrangerSite;
let sameSite: string;
let otherSite: string;

beforeAll(async () => {
  site = await strangerSite(practiceSite(() => otherSite));
  sameSite = site.target;
  otherSite = `http://localhost:${new URL(site.origin).port}`;
});

afterAll(() => site.close());

function graderWith(program: BrowserProgram): Grader {
  const policy = {
    allowedTargets: new Set([sameSite, new URL(otherSite).host]),
    allowedPorts: new Set([80, 443]),
  };
  return new Grader({
    loader: { policy, userAgent: 'Pagegrade/test' },
    bands: { good: 80, decent: 50 },
    rendererOn: (loader) =>
      new Renderer({ program, hasSandbox: HAS_SANDBOX, product: 'Pagegrade/test', loader }),
  });
}

async function judged(grader: Grader, name: string, device: Device): Promise<LighthouseParity | undefined> {
  const url = new URL(`/${encodeURIComponent(name)}`, site.origin);
  const { parity } = await grader.grade(url, { render: 'always', device });
  return parity?.lighthouse;
}

function isReported(id: string): boolean {
  return REPORTED.includes(id);
}

function failedOf(audits: LighthouseParity['audits'] = {}): string[] {
  return BEST_PRACTICES_AUDITS.filter((id) => audits[id] === 0).toSorted();
}

/** What browsers report by themselves. The other audits are judged by what our own scripts read, in any of them. */
const REPORTED = [
  ...['errors-in-console', 'inspector-issues', 'deprecations'],
  ...['geolocation-on-start', 'notification-on-start'],
];

it('judges best practices as Lighthouse does, in each kind of browser', async () => {
  const pages = Object.entries(PRACTICE_PAGES);
  const reported = pages.filter(([name, { failed }]) => name === 'good' || failed.some(isReported));
  for (const [at, [browser, program]] of (await allBrowsers()).entries()) {
    const grader = graderWith(program);
    for (const [name, { failed }] of at === 0 ? pages : reported) {
      const lighthouse = await judged(grader, name, 'mobile');
      const found = { error: lighthouse?.errors.best_practices, failed: failedOf(lighthouse?.audits) };
      expect([browser, name, found]).toEqual([browser, name, { failed: failed.toSorted() }]);
    }
    await grader.close();
  }
}, 600_000);

it('gives a page its score, and does not judge the size of text on a desktop', async () => {
  for (const [, program] of await allBrowsers()) {
    const grader = graderWith(program);
    expect((await judged(grader, 'good', 'mobile'))?.best_practices).toBe(100);
    expect((await judged(grader, 'an input that refuses pasted text', 'mobile'))?.best_practices).toBe(89);
    const desktop = await judged(grader, 'small text', 'desktop');
    expect(desktop).toMatchObject({ best_practices: 100, audits: { 'font-size': null } });
    await grader.close();
  }
});

describe('requests without TLS', () => {
  it('fail is-on-https, unless they go to this machine', async () => {
    const { port } = new URL(site.origin);
    const shop = `http://shop.example:${port}`;
    const renderer = await rendererFor({
      allowed: [`shop.example:${port}`, sameSite],
      resolve: () => Promise.resolve(['127.0.0.1']),
    });
    const insecure = await factsOf(renderer, `${shop}/good`);
    const local = await factsOf(renderer, `${site.origin}/good`);
    await renderer.close();
    expect(insecure?.hasInsecureRequests).toBe(true);
    expect(local?.hasInsecureRequests).toBe(false);
  });

  it('fail it on pages over TLS, too', async () => {
    const authority = await newAuthority();
    const pair = await authority.certificate();
    const pages: Readonly<Record<string, string>> = {
      '/mixed': '<title>T</title><h1>Page</h1><img src="http://shop.example/shoe.png" alt="">',
      '/safe': '<title>T</title><h1>Page</h1>',
    };
    const server: Server = createServer({ key: pair.private, cert: pair.cert }, ({ url = '' }, response) => {
      const page = pages[url];
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `localhost:${String((server.address() as AddressInfo).port)}`;
    for (const [, program] of await allBrowsers()) {
      const urls = Object.keys(pages).map((path) => `https://${host}${path}`);
      const { stdout } = await runCli(['audit', '--json', '--render', 'always', ...urls], {
        ALLOWED_TARGETS: host,
        NODE_EXTRA_CA_CERTS: authority.file,
        ...(await browserSettings(program)),
      });
      const [mixed, safe] = auditsIn(stdout);
      expect(mixed).toMatchObject({ 'is-on-https': 0, 'inspector-issues': 0 });
      expect(safe).toMatchObject({ 'is-on-https': 1, 'inspector-issues': 1 });
    }
    server.close();
  });
});

function auditsIn(stdout: string): LighthouseParity['audits'][] {
  return stdout
    .trim()
    .split('\n')
    .map(
      (line) => (JSON.parse(line) as { parity: { lighthouse: LighthouseParity } }).parity.lighthouse.audits,
    );
}

async function runOf(renderer: Renderer, url: string): Promise<BestPracticesRun | null> {
  const { document } = await render(renderer, url, 1, 'mobile');
  return document?.bestPractices ?? null;
}

async function factsOf(renderer: Renderer, url: string) {
  return (await runOf(renderer, url))?.facts;
}

/** Pages that try to look well, though they have an error, a distorted image and an input that refuses pasted text. */
const FAULTS = `<script>console.error('lost')</script><img src="/300x300.bmp" alt="" width="150" height="100">
<label>Code <input onpaste="return false"></label>`;
const DECEIVING: Readonly<Record<string, string>> = {
  'replaces what its scripts have in common': `<script>
    for (const object of [HTMLImageElement.prototype, Element.prototype, Node.prototype, EventTarget.prototype, JSON,
      Array.prototype, Map.prototype, Set.prototype, ClipboardEvent.prototype, Event.prototype])
      for (const key of Object.getOwnPropertyNames(object))
        try { Object.defineProperty(object, key, { get: () => 0, configurable: true }) } catch {}
    window.Image = window.Notification = window.ClipboardEvent = window.getComputedStyle = undefined</script>`,
  'names elements after methods of the document': `<img name="createTreeWalker" src="/16x16.bmp" alt="">
    <form name="documentElement"><input type="hidden" name="parentElement"><input type="hidden" name="tagName"></form>`,
  'logs 400 messages': `<script>for (let n = 0; n < 400; n++) console.error('lost', n)</script>`,
  'logs a message of megabytes': `<script>console.error('x'.repeat(3e6))</script>`,
  'logs much before its error': `<script>for (let n = 0; n < 600; n++) console.log('x'.repeat(2000)); lost()</script>`,
  'has images with addresses of megabytes': `<img src="data:image/bmp,${'x'.repeat(2e6)}" alt="" width="9" height="3">`,
};

/** Pages that can't be judged, and why. */
const UNJUDGEABLE: Readonly<Record<string, readonly [html: string, fault: RegExp]>> = {
  // A slow machine can't even read it in time.
  'has 30 000 images': [
    `<script>document.body.innerHTML += '<img src="data:," alt="">'.repeat(3e4)</script>`,
    /^(too_large|no_answer|page_hangs)$/,
  ],
  'has 6000 images': [
    `<script>document.body.innerHTML += '<img src="data:," alt="">'.repeat(6000)</script>`,
    /^(too_large|no_answer)$/,
  ],
  'has 6 million characters': [`<p>${'x'.repeat(6e6)}</p>`, /^(too_large|no_answer)$/],
  'hangs when something is pasted': ['<input onpaste="for (;;);" aria-label="Code">', /^no_answer$/],
};

describe('a page that', () => {
  let hostile: StrangerSite;
  let renderer: Renderer;

  beforeAll(async () => {
    const pages = new Map([
      ...Object.entries(DECEIVING).map(([name, html]) => [`/${name}`, html + FAULTS] as const),
      ...Object.entries(UNJUDGEABLE).map(([name, [html]]) => [`/${name}`, html] as const),
      ['/floods', `<script>for (let n = 0; n < 50000; n++) console.error('lost', n)</script>`],
    ]);
    const files = practiceSite(() => otherSite);
    hostile = await strangerSite((request, response) => {
      const html = pages.get(decodeURIComponent(request.url ?? ''));
      if (html === undefined) files(request, response);
      else
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<!doctype html><html lang="en"><title>T</title><h1>Shoes</h1>${html}</html>`);
    });
    renderer = await rendererFor({ allowed: [hostile.target] });
  });

  afterAll(async () => {
    await renderer.close();
    await hostile.close();
  });

  const addressOf = (name: string) => `${hostile.origin}/${encodeURIComponent(name)}`;

  it.each(Object.keys(DECEIVING))('%s is judged like any other', async (name) => {
    const facts = await factsOf(renderer, addressOf(name));
    expect(facts).toMatchObject({ hasErrors: true, preventsPaste: true, asksToNotify: false });
    expect(facts?.images).toContainEqual(
      expect.objectContaining({ fileWidth: 300, width: 150, height: 100 }),
    );
    expect(JSON.stringify(facts).length).toBeLessThan(10_000);
  });

  it.each(Object.entries(UNJUDGEABLE))(
    '%s has no score but a reason, and the next page is judged',
    async (name, [, fault]) => {
      const { document, facts } = await render(renderer, addressOf(name), 1, 'mobile');
      expect(document === undefined).toBe(facts.error !== null);
      expect(document?.html ?? '<h1>Shoes</h1>').toContain('<h1>Shoes</h1>');
      expect(facts.error?.code ?? document?.bestPractices?.fault).toMatch(fault);
      expect(await runOf(renderer, addressOf('good'))).toMatchObject({ fault: null });
    },
  );

  it('logs 50 000 errors ends its own rendering alone', async () => {
    const { facts } = await render(renderer, addressOf('floods'), 1, 'mobile');
    expect(facts.error?.code).toMatch(/^(page_hangs|page_too_large)$/);
    expect(await runOf(renderer, addressOf('good'))).toMatchObject({ fault: null });
  });
});
