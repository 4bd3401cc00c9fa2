/** Scores of the share pages by Lighthouse's categories accessibility and best practices, on a phone, a tablet and a
 *  desktop, dark and light.
 *
 *  npm run bench:pages -- --only report */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { type PageScores, type PageTask } from './parity/page-audit.js';
import { benchDatabase } from './support/database.js';
import { failFindings } from './support/failed-findings.js';
import { KEY, startService, UNLIMITED } from './support/service.js';
import { localSite } from './support/site.js';

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const VIEWS = [
  { width: 360, formFactor: 'mobile' },
  { width: 768, formFactor: 'mobile' },
  { width: 1350, formFactor: 'desktop' },
] as const;
const SCHEMES = ['light', 'dark'] as const;
const PERFECT = 100;
const FAILED_FINDINGS = 30;

const pageOf = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${title} for runners, hikers and dancers, in all sizes and colors."></head>
<body><main><h1>${title}</h1><p>${`${title} for all who walk. `.repeat(60)}</p>${body}</main></body></html>`;
const LINKS = '<p><a href="/sizes">All sizes of our shoes</a> <a href="/missing">Shoes of last year</a></p>';

const site = await localSite((incoming, response) => {
  const page = {
    '/': pageOf('Blue shoes', LINKS),
    '/sizes': pageOf('Sizes of shoes', LINKS),
  }[incoming.url ?? ''];
  if (incoming.url === '/down') incoming.socket.destroy();
  else
    response
      .writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(page);
});
const dataDir = await mkdtemp(join(tmpdir(), 'pagegrade-pages-'));
const database = await benchDatabase();
const service = await startService({
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  ALLOWED_TARGETS: site.target,
  DEFAULT_PRIVACY: '0',
  BROWSER_SANDBOX: process.getuid?.() === 0 ? 'off' : 'on',
  ...UNLIMITED,
});
/** Only a dark scheme makes it unreadable. */
const DARK_FAULT = `<!doctype html><html lang="en"><head><title>Dark</title><meta name="viewport" content="width=device-width">
<style>@media (prefers-color-scheme: dark) { body { color: #777; background: #888 } }</style></head><body><main><h1>Dark</h1></main></body></html>`;
/** Pages that the service does not show for as long as Lighthouse looks at them, or with a status that is counted as an
 *  error of the page (403), by path. */
const kept = new Map([['/dark-fault', DARK_FAULT]]);
const beside = await localSite((incoming, response) => {
  besides(incoming, response).catch(() => response.destroy());
});

try {
  const pages = (await sharePages()).filter(({ name }) => name.includes(options.only));
  console.log('page              width  scheme  accessibility  best practices');
  for (const scheme of SCHEMES) await inScheme(scheme, pages);
} finally {
  await service.end('SIGTERM');
  await database.stop();
  site.stop();
  beside.stop();
  await rm(dataDir, { recursive: true, force: true });
}

interface Lighthouse {
  readonly worker: ChildProcess;
  /** Rejects when the worker has ended. */
  readonly ended: Promise<never>;
}

interface SharePage {
  readonly name: string;
  readonly url: string;
}

async function inScheme(scheme: (typeof SCHEMES)[number], pages: readonly SharePage[]): Promise<void> {
  const worker = fork(join(import.meta.dirname, 'parity/page-audit-worker.ts'), [scheme], {
    execArgv: ['--import', 'tsx'],
  });
  const ended = once(worker, 'exit').then(() => {
    throw new Error('Lighthouse ended. Install it: npm --prefix bench/parity ci');
  });
  ended.catch(() => undefined);
  const lighthouse = { worker, ended };
  try {
    await requireScheme(lighthouse, scheme);
    for (const { name, url } of pages) {
      for (const view of VIEWS)
        print(name, { ...view, scheme }, await scoresOf(lighthouse, { url, ...view }));
    }
  } finally {
    worker.disconnect();
  }
}

function print(
  name: string,
  { width, scheme }: { width: number; scheme: string },
  { scores, faults }: PageScores,
): void {
  const [accessibility, bestPractices] = [scores.accessibility, scores['best-practices']];
  const figures = [String(accessibility).padStart(13), String(bestPractices).padStart(14)];
  console.log([name.padEnd(16), String(width).padStart(6), ` ${scheme.padEnd(6)}`, ...figures].join(' '));
  for (const fault of faults) console.log(`    ${fault}`);
  if (accessibility !== PERFECT || bestPractices !== PERFECT || faults.length > 0) process.exitCode = 1;
}

async function scoresOf({ worker, ended }: Lighthouse, task: PageTask): Promise<PageScores> {
  worker.send(task);
  const [scores] = (await Promise.race([once(worker, 'message'), ended])) as [PageScores];
  return scores;
}

/** @throws Error if the worker's Chromium prefers another scheme */
async function requireScheme(lighthouse: Lighthouse, scheme: (typeof SCHEMES)[number]): Promise<void> {
  const { faults } = await scoresOf(lighthouse, { url: `http://${beside.target}/dark-fault`, ...VIEWS[0] });
  const isDark = faults.some((fault) => fault.startsWith('color-contrast'));
  if (isDark !== (scheme === 'dark')) throw new Error(`The browser does not prefer ${scheme} pages.`);
}

async function sharePages(): Promise<SharePage[]> {
  const [bad, good, earlier, down] = [
    await report('/', 'always'),
    await report('/sizes'),
    await report('/sizes'),
    await report('/down'),
  ];
  await failFindings(database.url, bad.id, FAILED_FINDINGS);
  const website = bad.share_url.replace(/\/reports\/.*/, '');
  const crawl = await finishedCrawl();
  kept.set('/waiting', await textAt(`${bad.share_url}/report.pdf`));
  await call('PATCH', `websites/${String(bad.website_id)}`, { privacy: 2, password: 'sesame' });
  kept.set('/locked', await textAt(website));
  await call('PATCH', `websites/${String(bad.website_id)}`, { privacy: 0 });
  return [
    { name: 'website', url: website },
    { name: 'report, bad', url: bad.share_url },
    { name: 'report, good', url: good.share_url },
    { name: 'report, failed', url: down.share_url },
    { name: 'crawl', url: `${website}/crawls/${String(crawl)}` },
    { name: 'comparison', url: `${website}/compare/${String(good.id)}/${String(earlier.id)}` },
    { name: 'waiting for PDF', url: `http://${beside.target}/waiting` },
    { name: 'password form', url: `http://${beside.target}/locked` },
  ];
}

async function textAt(url: string): Promise<string> {
  return (await request(url, { headers: { accept: 'text/html' } })).body.text();
}

interface Stored {
  readonly id: number;
  readonly website_id: number;
  readonly share_url: string;
}

async function call<Data>(method: 'GET' | 'POST' | 'PATCH', path: string, sent?: object): Promise<Data> {
  const { statusCode, body } = await request(`${service.url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', prefer: 'wait=60' },
    body: sent ? JSON.stringify(sent) : null,
  });
  const text = await body.text();
  if (statusCode >= 300) throw new Error(`${path}: ${String(statusCode)} ${text}`);
  return (JSON.parse(text) as { data: Data }).data;
}

async function report(path: string, render: 'always' | 'never' = 'never'): Promise<Stored> {
  return call<Stored>('POST', 'reports', { url: `http://${site.target}${path}`, render });
}

/** @returns its id */
async function finishedCrawl(): Promise<number> {
  const { id } = await call<Stored>('POST', 'crawls', { url: `http://${site.target}/`, delay_ms: 0 });
  for (;;) {
    const { finished_at } = await call<{ finished_at: string | null }>('GET', `crawls/${String(id)}`);
    if (finished_at !== null) return id;
    await sleep(200);
  }
}

/** A kept page. Everything else is the service's. */
async function besides(...[{ url = '' }, response]: Parameters<RequestListener>): Promise<void> {
  const page = kept.get(url);
  if (page !== undefined) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    return;
  }
  const { statusCode, headers, body } = await request(service.url + url);
  response.writeHead(statusCode, { 'content-type': String(headers['content-type']) });
  response.end(Buffer.from(await body.arrayBuffer()));
}
