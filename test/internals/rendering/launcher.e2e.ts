import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PageLoader } from '../../../src/page-loader/page-loader.js';
import { readConfig } from '../../../src/config/config.js';
import { configuredBrowser } from '../../../src/rendering/configured-browser.js';
import { kill, processesOf } from '../../../src/rendering/process-tree.js';
import { Renderer } from '../../../src/rendering/renderer.js';
import { browserForProduct, HAS_SANDBOX } from '../../support/browser.js';
import { until } from '../../support/forward-proxy.js';
import { render } from '../../support/renderer.js';
import { remoteEndsOf } from '../../support/sockets.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

let folder: string;
let socket: string;
let launcher: ChildProcess;
let site: StrangerSite;
let renderer: Renderer;

/** Processes and folders of profiles of the launcher. */
const leftovers = async () => [
  ...processesOf(`${folder}/pagegrade-browser-`),
  ...(await readdir(folder)).filter((name) => name.startsWith('pagegrade-browser-')),
];

async function startLauncher(): Promise<ChildProcess> {
  const { PATH } = process.env;
  const { path } = await browserForProduct();
  const started = spawn(process.execPath, ['dist/launch-browsers.js', socket], {
    env: {
      PATH,
      TMPDIR: folder,
      BROWSER: path,
      BROWSER_SANDBOX: HAS_SANDBOX ? 'on' : 'off',
      API_KEY: 'secret-setting-of-ours',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([once(started.stdout, 'data'), once(started, 'exit')]);
  return started;
}

async function end(process: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(process, 'exit');
  process.kill(signal);
  await ended;
}

/** Sends bytes to the launcher.
 *  @returns what it sends until it closes the connection */
async function answerTo(bytes: string): Promise<string> {
  const client = connect({ path: socket });
  client.write(bytes);
  let received = '';
  client.on('data', (chunk: Buffer) => (received += chunk.toString()));
  await once(client, 'close');
  return received;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'launcher-'));
  socket = join(folder, 'chromium.sock');
  launcher = await startLauncher();
  site = await strangerSite((request, response) => {
    const html =
      request.url === '/loop'
        ? '<script>for (;;);</script>'
        : '<h1>Plain</h1><img src="http://127.0.0.1:80/">';
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  const { program } = await configuredBrowser(readConfig({ ROLE: 'browser', BROWSER: `unix:${socket}` }));
  if (program === null) throw new Error('The launcher was not found');
  const policy = { allowedTargets: new Set([site.target]), allowedPorts: new Set([80]) };
  const loader = new PageLoader({ policy, userAgent: 'Test' });
  renderer = new Renderer({ program, hasSandbox: true, product: 'Test', loader });
});
afterEach(async () => {
  await renderer.close();
  if (launcher.exitCode === null && launcher.signalCode === null) await end(launcher, 'SIGTERM');
  await site.close();
  const left = await leftovers();
  await rm(folder, { recursive: true, force: true });
  expect(left).toEqual([]);
});

describe('BrowserLauncher', () => {
  it('renders pages for a process that starts no browser itself, through the proxy of that process', async () => {
    const { facts, viewport, document } = await render(renderer, site.origin);
    expect(facts).toMatchObject({ error: null, requests: 2, blocked_requests: 1 });
    expect(facts.version).toMatch(/^\d+\.\d+/);
    expect(facts.metrics).not.toBeNull();
    expect(viewport?.webp.subarray(8, 12).toString()).toBe('WEBP');
    expect(document?.html).toContain('Plain');

    const browsers = processesOf(`${folder}/pagegrade-browser-`);
    expect(browsers.length).toBeGreaterThan(1);
    expect(processesOf(`pagegrade-browser-${process.pid}-`)).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.startsWith('proxy-'))).toHaveLength(1);
    for (const end of remoteEndsOf(browsers)) expect(end).toMatch(/^tcp 127\.0\.0\.1:|:0$/);

    await renderer.close();
    await until(() => processesOf(`${folder}/pagegrade-browser-`).length === 0);
    expect((await readdir(folder)).filter((name) => name.startsWith('proxy-'))).toEqual([]);
  }, 30_000);

  it('renders the next page after it was killed in the middle of one, and leaves no browser', async () => {
    const looping = render(renderer, `${site.origin}/loop`);
    await until(() => site.requests.length > 0);
    await end(launcher, 'SIGKILL');
    const next = startLauncher();
    expect((await looping).facts.error).not.toBeNull();
    launcher = await next;
    expect((await render(renderer, site.origin)).document?.html).toContain('Plain');
    expect(
      await readdir(folder).then((names) => names.filter((name) => name.startsWith('pagegrade-browser-'))),
    ).toHaveLength(1);
  }, 60_000);

  it('renders the next page after its browser was killed', async () => {
    await render(renderer, site.origin);
    kill(processesOf(`${folder}/pagegrade-browser-`));
    expect((await render(renderer, site.origin)).document?.html).toContain('Plain');
  }, 30_000);

  it.each([
    ['a path', '{"proxy":"../proxy-1.sock"}\0'],
    ['a name of another socket', '{"proxy":"chromium.sock"}\0'],
    ['arguments only', '{"arguments":["--no-sandbox"]}\0'],
    ['no JSON', 'GET / HTTP/1.1\r\n\r\n\0'],
    ['null', 'null\0'],
  ])('starts nothing for a client that sends %s', async (_, request) => {
    const answer = await answerTo(request);
    expect(answer).toContain('"launcher":"hello"');
    expect(answer).not.toContain('started');
    expect(await leftovers()).toEqual([]);
  });
});
