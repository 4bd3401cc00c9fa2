import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readConfig } from '../../../src/platform/config/config.js';
import { configuredBrowser } from '../../../src/browsers/configured-browser.js';
import { LauncherConnection } from '../../../src/engine/rendering/launcher/launcher-connection.js';
import { kill, processesOf } from '../../../src/engine/rendering/process-tree.js';
import { type Renderer } from '../../../src/engine/rendering/renderer.js';
import { eventually } from '../../support/eventually.js';
import { until } from '../../support/forward-proxy.js';
import { TestLauncher } from '../../support/launcher.js';
import { clientProcesses, render, rendererFor } from '../../support/renderer.js';
import { remoteEndsOf } from '../../support/sockets.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

let launcher: TestLauncher;
let site: StrangerSite;
let renderer: Renderer;

/** Sends bytes to the launcher.
 *  @returns what it sends until it closes the connection */
async function answerTo(bytes: string): Promise<string> {
  const client = connect({ path: launcher.socket });
  client.write(bytes);
  let received = '';
  client.on('data', (chunk: Buffer) => (received += chunk.toString()));
  await once(client, 'close');
  return received;
}

beforeEach(async () => {
  launcher = await TestLauncher.start();
  site = await strangerSite((request, response) => {
    const html =
      request.url === '/loop'
        ? '<script>for (;;);</script>'
        : '<h1>Plain</h1><img src="http://127.0.0.1:80/">';
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  renderer = await rendererFor({ allowed: [site.target], program: await launcher.program() });
});
afterEach(async () => {
  await renderer.close();
  await site.close();
  expect(await launcher.stop()).toEqual([]);
});

describe('BrowserLauncher', () => {
  it('renders pages for a process that starts no browser itself, through the proxy of that process', async () => {
    const { facts, viewport, document } = await render(renderer, site.origin);
    expect(facts).toMatchObject({ error: null, requests: 2, blocked_requests: 1 });
    expect(facts.version).toMatch(/^\d+\.\d+/);
    expect(facts.metrics).not.toBeNull();
    expect(viewport?.webp.subarray(8, 12).toString()).toBe('WEBP');
    expect(document?.html).toContain('Plain');

    const browsers = processesOf(launcher.profiles);
    expect(browsers.length).toBeGreaterThan(1);
    expect(processesOf(`pagegrade-browser-${process.pid}-`)).toEqual([]);
    expect((await readdir(launcher.folder)).filter((name) => name.startsWith('proxy-'))).toHaveLength(1);
    for (const end of remoteEndsOf(browsers)) expect(end).toMatch(/^tcp 127\.0\.0\.1:|:0$/);

    await renderer.close();
    await until(() => processesOf(launcher.profiles).length === 0);
    expect((await readdir(launcher.folder)).filter((name) => name.startsWith('proxy-'))).toEqual([]);
  });

  it('renders the next page after it was killed in the middle of one, and leaves no browser', async () => {
    const looping = render(renderer, `${site.origin}/loop`);
    await until(() => site.requests.length > 0);
    await launcher.kill('SIGKILL');
    const next = launcher.startAgain();
    expect((await looping).facts.error).not.toBeNull();
    await next;
    expect((await render(renderer, site.origin)).document?.html).toContain('Plain');
    expect(
      await readdir(launcher.folder).then((names) =>
        names.filter((name) => name.startsWith('pagegrade-browser-')),
      ),
    ).toHaveLength(1);
  });

  it('renders the next page after its browser was killed', async () => {
    await render(renderer, site.origin);
    kill(processesOf(launcher.profiles));
    expect((await render(renderer, site.origin)).document?.html).toContain('Plain');
  });

  it('ends a browser whose client was killed, between pages and within them', async () => {
    await render(renderer, site.origin);
    kill(clientProcesses());
    await until(() => processesOf(launcher.profiles).length === 0);
    const asked = site.requests.length;
    const looping = render(renderer, `${site.origin}/loop`);
    await until(() => site.requests.length > asked);
    kill(clientProcesses());
    expect((await looping).facts.error?.code).toBe('browser_failed');
    await until(() => processesOf(launcher.profiles).length === 0);
    expect((await render(renderer, site.origin)).document?.html).toContain('Plain');
    await eventually(async () => (await launcher.profileNames()).length === 1);
  });

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
    expect(await launcher.leftovers()).toEqual([]);
  });
});

describe('LauncherConnection', () => {
  let server: Server;
  let path: string;
  let messages: string[] = [];

  beforeEach(async () => {
    path = join(await mkdtemp(join(tmpdir(), 'forger-')), 'chromium.sock');
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      const send = () => {
        for (const message of messages) socket.write(`${message}\0`);
        if (messages.some((message) => message.includes('failed'))) socket.end();
      };
      if (messages[0]?.includes('started')) socket.on('data', send);
      else send();
    });
    await once(server.listen(path), 'listening');
  });
  afterEach(async () => {
    await once(server.close(), 'close');
    await rm(dirname(path), { recursive: true });
  });

  it.each([
    ['an engine of 3 MB', [`{"launcher":"hello","engine":"${'x'.repeat(3e6)}","version":"1.0"}`]],
    ['an unknown engine', ['{"launcher":"hello","engine":"<b>Firefox</b>","version":"1.0"}']],
    ['a version that is none', ['{"launcher":"hello","engine":"Chromium","version":"1.0\\u001b[2J"}']],
    ['no version', ['{"launcher":"hello","engine":"Chromium","version":156}']],
    ['a list', ['[]']],
  ])('knows no browser of a launcher that sends %s', async (_, sent) => {
    messages = sent;
    const config = readConfig({ ROLE: 'browser', BROWSER: `unix:${path}` });
    const { program, reason } = await configuredBrowser(config);
    expect(program).toBeNull();
    expect(reason).toMatch(/^the browser launcher .{1,300}$/);
  });

  it('shows the control characters of a failure that a launcher tells, and no more than is readable', async () => {
    const detail = `\u001b[2J\u009b31m\u202e${'x'.repeat(50e3)}`;
    messages = [JSON.stringify({ launcher: 'failed', detail })];
    const config = readConfig({ ROLE: 'browser', BROWSER: `unix:${path}` });
    const { reason } = await configuredBrowser(config);
    expect(reason).toContain('can’t be reached: \\u001b[2J\\u009b31m\\u202exxx');
    expect(reason).toMatch(/^[^\p{Cc}\p{Cf}]{500,700}$/u);
  });

  it('takes no size of memory that is none', async () => {
    const sizes = ['1e999', '-1', '1.5', '"5"', 'null', '7'];
    messages = sizes.map((bytes) => `{"launcher":"memory","bytes":${bytes}}`);
    messages.push('{"launcher":"hello","engine":"Chromium","version":"1.0"}');
    const connection = await LauncherConnection.open(path);
    const told: unknown[] = [];
    connection.onmemory = (memory) => told.push(memory);
    await connection.program();
    connection.close();
    expect(told).toEqual([{ bytes: 7, isCrowdedOut: false }]);
  });

  it.each(['http://10.0.0.1:80', 'http://127.0.0.1:80/x', 'socks5://127.0.0.1:80'])(
    'starts no browser that uses %s as its proxy',
    async (proxy) => {
      messages = [JSON.stringify({ launcher: 'started', proxy })];
      const connection = await LauncherConnection.open(path);
      await expect(connection.start('/run/proxy-1.sock')).rejects.toThrow('names no proxy on loopback');
      connection.close();
    },
  );
});
