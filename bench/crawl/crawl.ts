/** A crawl of a generated site with known faults: what it finds and misses, how fast it is, what it needs, beside linkinator
 *  and wget --spider on the same site. Fails if a fault is missed or invented, or a page is requested twice.
 *
 *  npm run bench:crawl -- --pages 10000
 *
 *  With --beside instead: how fast single reports of another account are without and with the crawl. */
import { parseArgs } from 'node:util';
import { type CrawlView } from '../../src/crawls/crawl.view.js';
import { type FindingPageView, type SiteFindingView } from '../../src/crawls/findings/site-finding.view.js';
import { benchDatabase } from '../support/database.js';
import { cpuMsWithChildren, memoryMib } from '../support/processes.js';
import { startService, UNLIMITED } from '../support/service.js';
import { Api } from './api.js';
import { crawlBeside, shopSite } from './beside.js';
import { GeneratedSite } from './generated-site.js';
import { linkinator, type Peer, type PeerRun, wget } from './peers.js';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000' },
    beside: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '6' },
    'peer-minutes': { type: 'string', default: '30' },
  },
});

/** Pages after which the memory is printed. */
const EACH = 1000;

const site = await GeneratedSite.start(Number(options.pages));
const { origin, target, expected, visited, paths } = site.plan;
const shop = await shopSite();
const database = await benchDatabase();
const service = await startService({
  DATABASE_URL: database.url,
  ALLOWED_TARGETS: `${target},${shop.target}`,
  BROWSER: 'off',
  ...UNLIMITED,
});
const api = new Api(service.url);
const crawlBody = {
  url: `${origin}/`,
  render: 'never',
  max_pages: 10_000,
  delay_ms: 0,
  max_depth: 100,
};
try {
  if (options.beside)
    await crawlBeside({ service, database, shop, rounds: Number(options.rounds) }, crawlBody);
  else await measure();
} finally {
  await service.end('SIGTERM');
  await database.stop();
  site.stop();
  shop.stop();
}

async function measure(): Promise<void> {
  const memory = { single: await memoryAfter(20, 1), five: await memoryAfter(400, 5) };
  await site.resetLog();
  const startedAtMs = performance.now();
  const cpuBefore = cpuMsWithChildren(service.pid);
  const databaseBefore = cpuMsWithChildren(database.postmaster());
  const crawl = await crawled();
  const seconds = (performance.now() - startedAtMs) / 1000;
  const cpuS = (cpuMsWithChildren(service.pid) - cpuBefore) / 1000;
  const databaseS = (cpuMsWithChildren(database.postmaster()) - databaseBefore) / 1000;
  const log = await site.log();
  const { completed, failed, skipped } = crawl.pages;
  const pages = completed + failed;
  console.log(`${String(pages)} pages of about ${options.pages}, skipped: ${JSON.stringify(skipped)}`);
  console.log(`${seconds.toFixed(0)} s, ${(pages / seconds).toFixed(1)} pages/s`);
  console.log(
    `CPU: service ${((1000 * cpuS) / pages).toFixed(0)} ms and PostgreSQL ${((1000 * databaseS) / pages).toFixed(0)} ms a page, ` +
      `${(pages / (cpuS + databaseS)).toFixed(1)} pages per CPU second`,
  );
  console.log(`Requests a page: ${(log.requests / pages).toFixed(2)}`);
  console.log(
    `Memory of the service: peak ${memory.single.toFixed(0)} MiB after single audits, ` +
      `${memory.five.toFixed(0)} MiB after five at a time, ${memoryMib(service.pid, 'peak').toFixed(0)} MiB after the crawl`,
  );
  const faults = await faultsOf(crawl.id);
  for (const [kind, paths] of [
    ['requested twice', log.twice],
    ['never requested', log.missed],
  ] as const)
    if (paths.length > 0)
      faults.push(`${kind}: ${String(paths.length)}, such as ${paths.slice(0, 5).join(' ')}`);
  console.log(faults.length === 0 ? 'Every fault was found, and none invented.' : faults.join('\n'));
  process.exitCode = faults.length === 0 ? 0 : 1;
  for (const peer of [linkinator, wget]) await measurePeer(peer);
}

/** Most memory of the service, in MiB, after single reports of pages of the site, some at a time. */
async function memoryAfter(reports: number, atATime: number): Promise<number> {
  const urls = paths.slice(0, reports).map((path) => origin + path);
  const post = async () => {
    for (let url = urls.pop(); url !== undefined; url = urls.pop())
      await api.call('POST', '/reports', { url });
  };
  await Promise.all(Array.from({ length: atATime }, post));
  return memoryMib(service.pid, 'peak');
}

async function crawled(): Promise<CrawlView> {
  let printed = 0;
  return api.crawlEnd(await api.startCrawl(crawlBody), ({ pages: { completed, failed } }) => {
    const done = completed + failed;
    if (done < printed + EACH) return;
    printed = done;
    console.log(`${String(done)} pages: ${memoryMib(service.pid, 'now').toFixed(0)} MiB`);
  });
}

/** Differences between the findings and those that were planted. */
async function faultsOf(id: number): Promise<string[]> {
  const path = `/crawls/${String(id)}/findings`;
  const findings = await api.call<SiteFindingView[]>('GET', path);
  const startedAtMs = performance.now();
  await api.call('GET', path);
  console.log(`${String(findings.length)} findings in ${(performance.now() - startedAtMs).toFixed(0)} ms`);
  const faults: string[] = [];
  for (const [finding, paths] of Object.entries(expected)) {
    const found = new Set(await pathsOf(`${path}/${finding}`));
    const missed = paths.filter((path) => !found.has(path));
    const invented = [...found].filter((path) => !paths.includes(path));
    console.log(
      `${finding.padEnd(26)} ${String(paths.length).padStart(4)} planted, ${String(missed.length)} missed, ${String(invented.length)} invented`,
    );
    if (missed.length > 0) faults.push(`${finding} misses ${missed.slice(0, 5).join(' ')}`);
    if (invented.length > 0) faults.push(`${finding} invents ${invented.slice(0, 5).join(' ')}`);
  }
  const others = findings.filter(
    (finding) => !finding.id.startsWith('check:') && !(finding.id in expected) && finding.id !== 'deep_pages',
  );
  return [...faults, ...others.map((finding) => `${finding.id} was not planted: ${finding.message}`)];
}

/** All addresses of a finding. Those that its pages name, such as the target of a redirect, count only for duplicates. */
async function pathsOf(path: string): Promise<string[]> {
  const pages = await api.list<FindingPageView>(path);
  return pages
    .flatMap(({ url, urls }) => [url, ...(path.includes('duplicate') ? urls : [])])
    .map((url) => url.replace(origin, ''));
}

/** The same site by another program, which only looks whether pages are there. */
async function measurePeer(peer: Peer): Promise<void> {
  await site.resetLog();
  const run = await peer.crawl(`${origin}/`, {
    limitMs: Number(options['peer-minutes']) * 60_000,
    within: `${origin}/`,
    exclude: 'calendar',
  });
  const { requests, missed } = await site.log();
  console.log(`${peer.name}: ${describe(run, visited - missed.length)}, ${String(requests)} requests`);
}

function describe({ seconds, cpuMs, memory, end }: PeerRun, pages: number): string {
  const rate = (pages / (cpuMs / 1000)).toFixed(0);
  return (
    `${end === 'done' ? '' : `${end} after `}${seconds.toFixed(0)} s, ${String(pages)} of ${String(visited)} pages, ` +
    `${rate} pages per CPU second, peak ${memory.toFixed(0)} MiB`
  );
}
