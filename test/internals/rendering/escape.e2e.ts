import { setTimeout as sleep } from 'node:timers/promises';
import { type RequestListener } from 'node:http';
import { type BrowserProgram } from '../../../src/engine/rendering/browser-program.js';
import { type Renderer } from '../../../src/engine/rendering/renderer.js';
import { processesOf } from '../../../src/engine/rendering/process-tree.js';
import { type Canary, canary } from '../../support/canary.js';
import { TestLauncher } from '../../support/launcher.js';
import { render, rendererFor, type RendererRules } from '../../support/renderer.js';
import { remoteEndsOf } from '../../support/sockets.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';
import { answerRequesting, NAVIGATIONS } from './requesting-site.js';

/** Spellings of this machine, and names that the resolver below leads to it. */
const HOSTS = [
  ...[
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::]',
  ],
  ...[
    'localhost',
    'LOCALHOST',
    'a.localhost',
    'localhost.',
    'private.example',
    'mixed.example',
    'rebind.example',
  ],
];
let guarded: Canary;
let neighbor: Canary;
let site: StrangerSite;
const renderers: Renderer[] = [];
const launchers: TestLauncher[] = [];

beforeEach(async () => {
  [guarded, neighbor] = [await canary(), await canary()];
  site = await strangerSite(answer);
});
afterEach(async () => {
  await Promise.all(renderers.splice(0).map((renderer) => renderer.close()));
  await Promise.all(launchers.splice(0).map((launcher) => launcher.stop()));
  await Promise.all([guarded.close(), neighbor.close(), site.close()]);
});

async function renderer(rules: RendererRules): Promise<Renderer> {
  const made = await rendererFor(rules);
  renderers.push(made);
  return made;
}

const answer: RequestListener = (request, response) => {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  if (path === '/hosts') response.writeHead(200, { 'content-type': 'text/html' }).end(hostsPage(query));
  else answerRequesting(request, response);
};

function hostsPage(port: string): string {
  const urls = HOSTS.map((host, index) => `${host}:${port}/host-${index}`);
  return `<!doctype html>${urls.map((url) => `<img src="http://${url}-img"><iframe src="http://${url}-frame"></iframe>`).join('')}
<script>for (const url of ${JSON.stringify(urls)}) try { fetch('http://' + url + '-fetch', { mode: 'no-cors' }).catch(() => 0);
new WebSocket('ws://' + url + '-ws') } catch {}</script>`;
}

/** Notes where the sockets of the browser with such profiles lead. */
function watched(profiles: string): { ends: Set<string>; stop: () => void } {
  const ends = new Set<string>();
  const timer = setInterval(() => {
    for (const end of remoteEndsOf(processesOf(profiles))) ends.add(end);
  }, 100);
  return { ends, stop: () => clearInterval(timer) };
}

/** Attacks the renderer from pages in a browser, which is this machine's unless another one is given. */
async function attack({
  profiles,
  ...program
}: {
  profiles: string;
  program?: BrowserProgram;
}): Promise<void> {
  const names: string[] = [];
  const resolve = (host: string) => {
    names.push(host);
    const isFirst = names.filter((name) => name === host).length === 1;
    if (host === 'rebind.example') return Promise.resolve([isFirst ? '192.88.98.1' : '127.0.0.1']);
    if (host === 'mixed.example') return Promise.resolve(['192.88.98.1', '127.0.0.1']);
    return Promise.resolve([host === 'localhost' || host.endsWith('.example') ? '127.0.0.1' : host]);
  };
  const guard = await renderer({ allowed: [site.target], ports: [guarded.port], resolve, ...program });
  const { ends, stop } = watched(profiles);
  const target = `127.0.0.1:${guarded.port}`;
  const { facts, document } = await render(guard, `${site.origin}/kinds?${target},${guarded.udpPort}`);
  expect(document?.html).toContain('<title>Requests</title>');
  expect(facts.blocked_requests).toBeGreaterThan(47);
  // Twice: the second answer for a rebinding name is the private one.
  for (let round = 0; round < 2; round += 1) await render(guard, `${site.origin}/hosts?${guarded.port}`);
  for (const way of Object.keys(NAVIGATIONS)) await render(guard, `${site.origin}/go/${way}?${target}`);
  await render(guard, `${site.origin}/redirect?http://${target}/redirected-page`);
  await sleep(2000);
  stop();

  expect([...guarded.heard]).toEqual([]);
  expect(guarded.connections()).toBe(0);
  expect(new Set(names)).toEqual(
    new Set(['127.0.0.1', 'private.example', 'mixed.example', 'rebind.example']),
  );
  // Only TCP on loopback, where a launcher has one port of the proxy per browser; nothing of UDP, so no name was resolved.
  // Unconnected sockets have port 0.
  const connected = [...ends].filter((end) => !end.endsWith(':0'));
  expect(new Set(connected.map((end) => end.replace(/\d+$/, '')))).toEqual(new Set(['tcp 127.0.0.1:']));
  if (!program.program) expect(connected).toHaveLength(1);
}

describe('Renderer: what pages can reach', () => {
  it('lets no kind of request reach an address that is not allowed', async () => {
    await attack({ profiles: `pagegrade-browser-${process.pid}-` });
  }, 200_000);

  it('lets none through in a browser of the launcher, either', async () => {
    const launcher = await TestLauncher.start();
    launchers.push(launcher);
    await attack({ profiles: launcher.profiles, program: await launcher.program() });
  }, 200_000);

  it('lets the same requests reach an allowed address, and not its neighbor', async () => {
    const target = `127.0.0.1:${guarded.port}`;
    const open = await renderer({ allowed: [site.target, target], ports: [neighbor.port] });
    await render(open, `${site.origin}/kinds?${target},${guarded.udpPort}`);
    for (const way of Object.keys(NAVIGATIONS)) await render(open, `${site.origin}/go/${way}?${target}`);
    await render(open, `${site.origin}/kinds?127.0.0.1:${neighbor.port},${neighbor.udpPort}`);
    expect(guarded.heard.size).toBeGreaterThan(60);
    expect([...guarded.heard]).toEqual(expect.arrayContaining(MUST_ARRIVE));
    expect(guarded.heard).not.toContain('datagram');
    expect([neighbor.connections(), neighbor.heard.size]).toEqual([0, 0]);
  }, 200_000);
});

const MUST_ARRIVE = [
  ...[
    'img',
    'iframe',
    'script',
    'module-import',
    'css-import',
    'css-font',
    'fetch-redirect',
    'beacon',
    'web-socket',
  ],
  ...[
    'worker-import',
    'worker-fetch',
    'shared-fetch',
    'service-import',
    'service-fetch',
    'prefetch-redirect',
  ],
  ...['frame-location', 'frame-refresh', 'frame-form', 'srcdoc-img', 'data-img', 'data-ws', 'csp-report'],
  ...Object.keys(NAVIGATIONS),
];
