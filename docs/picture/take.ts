/** Takes the pictures of share pages and of the console in the README: npm run picture */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { request } from 'undici';
import { KEY, startService, UNLIMITED } from '../../bench/support/service.js';

const PICTURE = 'docs/picture/report-page.png';
const RENDERED_PICTURE = 'docs/picture/rendered.png';
const CRAWL_PICTURE = 'docs/picture/crawl-page.png';
const CONSOLE_PICTURE = 'docs/picture/console.png';
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Blue shoes in all sizes</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Blue shoes for runners, hikers and dancers, in all sizes."></head>
<body><h1>Shoes in blue</h1><p>${'We make blue shoes for runners, hikers and dancers. '.repeat(40)}</p>
<img src="/runner.jpg" width="40" height="40"><a href="/sizes">Read more</a><a href="/about">About us</a><a href="/care">Care</a><a href="/returns">Returns</a></body></html>`;

const SHELL = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title></title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><div id="root"></div><script src="/app.js"></script></body></html>`;
const SCRIPT = `document.title = 'Blue shoes in all sizes';
document.head.insertAdjacentHTML('beforeend', '<style>body{font:16px/1.5 sans-serif;margin:0;color:#222}' +
  'header{background:#0b57a4;color:#fff;padding:1.5rem}main{padding:1.5rem}article{border:1px solid #ccc;padding:1rem;margin:1rem 0}</style>');
document.getElementById('root').innerHTML = '<header><h1>Shoes in blue</h1></header><main>' +
  ['Runner', 'Walker', 'Climber'].map((name) => '<article><h2>' + name + '</h2><p>' +
    'A shoe in every shade of blue, made to last. '.repeat(6) + '</p><a href="/about">About the ' + name + '</a></article>').join('') + '</main>';`;
const FILES = new Map([
  ['/', PAGE],
  ['/about', PAGE],
  ...['sizes', 'care', 'returns'].map((name): [string, string] => [
    `/${name}`,
    PAGE.replaceAll('Blue', `${name} of blue`).replace('/about', '/gone'),
  ]),
  ['/shop', SHELL],
  ['/app.js', SCRIPT],
]);

const dataDir = await mkdtemp(join(tmpdir(), 'pagegrade-picture-'));
const site = createServer((incoming, response) => {
  const file = FILES.get(incoming.url ?? '');
  const type = incoming.url === '/app.js' ? 'text/javascript' : 'text/html';
  response.writeHead(file ? 200 : 404, { 'content-type': `${type}; charset=utf-8` }).end(file);
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const target = `127.0.0.1:${String((site.address() as AddressInfo).port)}`;
const service = await startService({
  DATA_DIR: dataDir,
  ALLOWED_TARGETS: target,
  DEFAULT_PRIVACY: '0',
  BROWSER_SANDBOX: process.getuid?.() === 0 ? 'off' : 'on',
  ...UNLIMITED,
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
async function call<Data>(path: string, sent?: object): Promise<Data> {
  const { body } = await request(`${service.url}/api/v1/${path}`, {
    method: sent ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: sent ? JSON.stringify(sent) : null,
  });
  return ((await body.json()) as { data: Data }).data;
}

async function addressOf(path: string): Promise<string> {
  const report = await call<{ share_url: string }>('reports', { url: `http://${target}${path}` });
  return report.share_url;
}

async function addressOfCrawl(): Promise<string> {
  const { id, website_id } = await call<{ id: number; website_id: number }>('crawls', {
    url: `http://${target}/`,
    delay_ms: 0,
  });
  const isOver = async () =>
    (await call<{ finished_at: string | null }>(`crawls/${String(id)}`)).finished_at !== null;
  while (!(await isOver())) await sleep(200);
  const website = await call<{ share_url: string }>(`websites/${String(website_id)}`);
  return `${website.share_url}/crawls/${String(id)}`;
}

try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 1150 } });
  await page.goto(await addressOf('/'));
  await page.screenshot({ path: PICTURE });
  await page.goto(await addressOf('/shop'));
  await page.screenshot({ path: RENDERED_PICTURE, clip: { x: 0, y: 0, width: 1000, height: 760 } });
  await page.goto(await addressOfCrawl());
  await page.screenshot({ path: CRAWL_PICTURE });
  await page.goto(`${service.url}/console`);
  await page.fill('#key', KEY);
  await page.click('.panel button');
  await page.waitForURL('**/console');
  await page.screenshot({ path: CONSOLE_PICTURE, clip: { x: 0, y: 0, width: 1000, height: 640 } });
  const pictures = [PICTURE, RENDERED_PICTURE, CRAWL_PICTURE, CONSOLE_PICTURE];
  process.stdout.write(`Wrote ${pictures.join(', ')}\n`);
} finally {
  await browser.close();
  await service.end('SIGTERM');
  site.close();
  await rm(dataDir, { recursive: true, force: true });
}
