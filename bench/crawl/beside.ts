import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type CrawlView } from '../../src/crawls/crawl.view.js';
import { type BenchDatabase } from '../support/database.js';
import { addAccount } from '../support/fill.js';
import { type ServiceProcess } from '../support/service.js';
import { type LocalSite, localSite } from '../support/site.js';
import { Api } from './api.js';

const PAUSE_MS = 200;
/** Reports of one sequence. */
const REPORTS = 25;
/** Pages of a crawl before times are taken. */
const PAGES_BEFORE = 50;
const QUANTILES = [0.5, 0.95, 1];
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Blue shoes</title></head><body><h1>Shoes</h1>${'<p>Text of some length. <a href="/sizes">Sizes</a> <img src=a.png alt="A shoe">'.repeat(100)}</body></html>`;

/** The website of the single reports. */
export async function shopSite(): Promise<LocalSite> {
  return localSite((asked, response) => {
    if (asked.url === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(asked.method === 'HEAD' ? undefined : PAGE);
  });
}

interface Surroundings {
  readonly service: ServiceProcess;
  readonly database: BenchDatabase;
  readonly shop: LocalSite;
  /** Sequences of each kind. */
  readonly rounds: number;
}

/** Prints the times of single reports of one account without and with a crawl of another account beside them, and their
 *  ratio. Both alternate, because other programs of the machine come and go. */
export async function crawlBeside(
  { service, database, shop, rounds }: Surroundings,
  crawlBody: object,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const { key } = await addAccount(pool, 'beside');
  await pool.end();
  const single = new Api(service.url, key);
  const crawling = new Api(service.url);
  const sequence = () => timesOf(single, `http://${shop.target}`);
  const without: number[] = [];
  const beside: number[] = [];
  const rates: number[] = [];
  await sequence();
  for (let round = 0; round < rounds; round++) {
    without.push(...(await sequence()));
    const { times, pagesPerSecond } = await besideCrawl(crawling, crawlBody, sequence);
    beside.push(...times);
    rates.push(pagesPerSecond);
  }
  console.log(`The crawl beside the reports: ${quantile(rates, 0.5).toFixed(1)} pages/s`);
  console.log('single reports, ms      median      95 %     worst');
  print('without the crawl', without, 0);
  print('with the crawl', beside, 0);
  const ratios = QUANTILES.map((part) => quantile(beside, part) / quantile(without, part));
  console.log(`${'ratio'.padEnd(20)}${ratios.map((ratio) => ratio.toFixed(2).padStart(10)).join('')}`);
}

/** Runs a sequence beside a crawl that has got going, and cancels the crawl.
 *  @throws Error if the crawl ended before */
async function besideCrawl(api: Api, crawlBody: object, sequence: () => Promise<number[]>) {
  const path = `/crawls/${String(await api.startCrawl(crawlBody))}`;
  const pagesDone = async () => {
    const { pages, finished_at: finishedAt } = await api.call<CrawlView>('GET', path);
    if (finishedAt !== null) throw new Error('The crawl ended before the reports: it needs more pages.');
    return pages.completed + pages.failed;
  };
  while ((await pagesDone()) < PAGES_BEFORE) await sleep(200);
  const startedAtMs = performance.now();
  const before = await pagesDone();
  const times = await sequence();
  const pagesPerSecond = ((await pagesDone()) - before) / ((performance.now() - startedAtMs) / 1000);
  await api.call('POST', `${path}/cancel`);
  await sleep(2000);
  return { times, pagesPerSecond };
}

/** Milliseconds of reports, one after the other. */
async function timesOf(api: Api, origin: string): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < REPORTS; at++) {
    const startedAtMs = performance.now();
    await api.call('POST', '/reports', { url: `${origin}/${String(startedAtMs)}` });
    times.push(performance.now() - startedAtMs);
    await sleep(PAUSE_MS);
  }
  return times;
}

function print(name: string, times: readonly number[], digits: number): void {
  const values = QUANTILES.map((part) => quantile(times, part).toFixed(digits).padStart(10));
  console.log(`${name.padEnd(20)}${values.join('')}`);
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}
