/** Takes the picture of a report page in the README: npm run picture */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { request } from 'undici';
import { KEY, startService, UNLIMITED } from '../../bench/support/service.js';

const PICTURE = 'docs/picture/report-page.png';
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Blue shoes in all sizes</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Blue shoes for runners, hikers and dancers, in all sizes."></head>
<body><h1>Shoes in blue</h1><p>${'We make blue shoes for runners, hikers and dancers. '.repeat(40)}</p>
<img src="/runner.jpg" width="40" height="40"><a href="/sizes">Read more</a><a href="/about">About us</a></body></html>`;

const dataDir = await mkdtemp(join(tmpdir(), 'pagegrade-picture-'));
const site = createServer((incoming, response) => {
  const isPage = incoming.url === '/' || incoming.url === '/about';
  response
    .writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    .end(isPage ? PAGE : '');
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const target = `127.0.0.1:${String((site.address() as AddressInfo).port)}`;
const service = await startService({
  DATA_DIR: dataDir,
  ALLOWED_TARGETS: target,
  DEFAULT_PRIVACY: '0',
  ...UNLIMITED,
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const { body } = await request(`${service.url}/api/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://${target}/` }),
  });
  const { data } = (await body.json()) as { data: { share_url: string } };
  const page = await browser.newPage({ viewport: { width: 1000, height: 1150 } });
  await page.goto(data.share_url);
  await page.screenshot({ path: PICTURE });
  process.stdout.write(`Wrote ${PICTURE}\n`);
} finally {
  await browser.close();
  await service.end('SIGTERM');
  site.close();
  await rm(dataDir, { recursive: true, force: true });
}
