/** Takes the pictures of report pages in the README: npm run picture */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { request } from 'undici';
import { KEY, startService, UNLIMITED } from '../../bench/support/service.js';

const PICTURE = 'docs/picture/report-page.png';
const RENDERED_PICTURE = 'docs/picture/rendered.png';
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Blue shoes in all sizes</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Blue shoes for runners, hikers and dancers, in all sizes."></head>
<body><h1>Shoes in blue</h1><p>${'We make blue shoes for runners, hikers and dancers. '.repeat(40)}</p>
<img src="/runner.jpg" width="40" height="40"><a href="/sizes">Read more</a><a href="/about">About us</a></body></html>`;

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
async function addressOf(path: string): Promise<string> {
  const { body } = await request(`${service.url}/api/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://${target}${path}` }),
  });
  return ((await body.json()) as { data: { share_url: string } }).data.share_url;
}

try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 1150 } });
  await page.goto(await addressOf('/'));
  await page.screenshot({ path: PICTURE });
  await page.goto(await addressOf('/shop'));
  await page.locator('#rendered').scrollIntoViewIfNeeded();
  await page.locator('section[aria-labelledby=rendered]').screenshot({ path: RENDERED_PICTURE });
  process.stdout.write(`Wrote ${PICTURE} and ${RENDERED_PICTURE}\n`);
} finally {
  await browser.close();
  await service.end('SIGTERM');
  site.close();
  await rm(dataDir, { recursive: true, force: true });
}
