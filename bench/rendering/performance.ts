import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CaseTask } from '../parity/engine-run.js';
import { type LighthouseResult } from '../parity/lighthouse-result.js';
import { CHROME_PATH } from '../parity/chromium.js';
import { spread } from '../parity/corpus.js';
import { runPool } from '../parity/worker-pool.js';
import { audited, type Report } from './pagegrade.js';
import { type Outside, unreachableOutside } from './outside.js';
import { type ServedPage, withPages } from './pages.js';
import { redirectedTo } from './server.js';

/** Compares the category performance with Lighthouse's, page by page: medians of several runs of both, in turn, because
 *  both vary with what else the machine does, in the same browser (CHROME_PATH), reached by way of so many redirects. `--besides` leaves out the pages that were
 *  measured with other numbers of `--pages`, such as 45,80. `--render` always; nothing is kept but the list of figures. */
const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: 'apps' },
    sites: { type: 'string', default: '' },
    pages: { type: 'string', default: '20' },
    besides: { type: 'string', default: '' },
    runs: { type: 'string', default: '3' },
    redirects: { type: 'string', default: '0' },
    itself: { type: 'boolean', default: false },
  },
});

process.env.BROWSER = CHROME_PATH;

const METRICS = [
  ['fcp_ms', 'first-contentful-paint'],
  ['lcp_ms', 'largest-contentful-paint'],
  ['tbt_ms', 'total-blocking-time'],
  ['si_ms', 'speed-index'],
  ['cls', 'cumulative-layout-shift'],
] as const;
/** What Lighthouse's own runs may differ by, where its verdict is one to be held against. */
const STEADY_POINTS = 5;
const NAMES = ['score', ...METRICS.map(([name]) => name)] as const;
type Name = (typeof NAMES)[number];
/** null: not measured. */
type Figures = Readonly<Record<Name, number | null>>;

interface Compared {
  readonly id: string;
  /** Whether the scores of Lighthouse's runs lie within {@link STEADY_POINTS}. */
  readonly isSteady: boolean;
  readonly theirs: Figures;
  readonly ours: Figures;
}

const FILE = join(import.meta.dirname, 'out', `performance-${values.corpus}.json`);

/** Figures of each run, by page. */
type Runs = Figures[][];

const outside = await unreachableOutside();

await withPages({ corpus: values.corpus, sites: new RegExp(values.sites) }, async (all) => {
  const numbers = values.besides.split(',').filter(Boolean).map(Number);
  const measured = new Set(numbers.flatMap((count) => spread([...all], count)));
  const others = all.filter((page) => !measured.has(page));
  const pages = spread(others, Number(values.pages)).map((page) => ({
    ...page,
    url: new URL(redirectedTo(pathOf(page.url), Number(values.redirects)), page.url).href,
  }));
  const empty = (): Runs => pages.map(() => []);
  const [theirs, ours, again] = [empty(), empty(), empty()];
  for (let run = 1; run <= Number(values.runs); run += 1) {
    add(theirs, await gradedByLighthouse(pages, outside));
    const reports = await audited(
      pages.map(({ url }) => url),
      ['--render', 'always'],
      { DNS_SERVERS: outside.dns },
    );
    add(ours, reports.map(figuresOf));
    if (values.itself) add(again, await gradedByLighthouse(pages, outside));
    console.log(`\nAfter run ${run}`);
    const compared = comparedOf(pages, theirs, ours);
    printCompared('Lighthouse and Pagegrade', compared);
    if (values.itself) printCompared('Lighthouse and Lighthouse', comparedOf(pages, theirs, again));
    printPages(compared);
    mkdirSync(join(import.meta.dirname, 'out'), { recursive: true });
    const kept = { theirs, ours, again, pages: pages.map(({ id }) => id) };
    writeFileSync(FILE, JSON.stringify(kept));
  }
});
outside.stop();

function pathOf(url: string): string {
  return url.slice(new URL(url).origin.length);
}

function add(runs: Runs, figures: readonly Figures[]): void {
  figures.forEach((of, at) => runs[at]?.push(of));
}

function comparedOf(pages: readonly ServedPage[], theirs: Runs, ours: Runs): Compared[] {
  return pages.map(({ id }, at) => ({
    id,
    isSteady: spreadOf(theirs[at] ?? []) <= STEADY_POINTS,
    theirs: medians(theirs[at] ?? []),
    ours: medians(ours[at] ?? []),
  }));
}

function printCompared(title: string, all: readonly Compared[]): void {
  console.log(`${title}, on all pages:`);
  printFigures(all);
  console.log(`${title}, where the runs of Lighthouse lie within ${STEADY_POINTS} points:`);
  printFigures(all.filter(({ isSteady }) => isSteady));
}

async function gradedByLighthouse(pages: readonly ServedPage[], { proxy }: Outside): Promise<Figures[]> {
  const figures = new Map<string, Figures>();
  await runPool<CaseTask, LighthouseResult>(
    {
      module: join(import.meta.dirname, '../parity/lighthouse-worker.ts'),
      args: ['80', '443', '', 'performance', proxy],
      env: {},
      workers: 1,
      timeoutMs: 120_000,
      failed: ({ message }) => ({ score: null, audits: {}, findings: {}, runtimeError: message }),
    },
    pages.map(({ id, url }) => ({ id, url, isPatient: true })),
    ({ id }, { categories, metrics, runtimeError }) => {
      if (runtimeError !== undefined) console.log(`${id}: ${runtimeError}`);
      figures.set(
        id,
        figuresBy(categories?.performance, (_name, audit) => metrics?.[audit]),
      );
    },
  );
  return pages.map(({ id }) => figures.get(id) ?? figuresBy(null, () => null));
}

function figuresOf({ parity, rendered }: Report): Figures {
  return figuresBy(parity?.lighthouse.performance, (name) => rendered?.lab?.[name].value);
}

function figuresBy(
  score: number | null | undefined,
  valueOf: (name: (typeof METRICS)[number][0], audit: string) => number | null | undefined,
): Figures {
  const metrics = METRICS.map(([name, audit]) => [name, valueOf(name, audit) ?? null]);
  return { score: score ?? null, ...Object.fromEntries(metrics) } as Figures;
}

function medians(runs: readonly Figures[]): Figures {
  const entries = NAMES.map((name) => [name, median(runs.map((figures) => figures[name]))]);
  return Object.fromEntries(entries) as Figures;
}

/** Of those that were measured. */
function median(list: readonly (number | null)[]): number | null {
  const sorted = list.filter((value) => value !== null).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

/** Between the highest and the lowest score. */
function spreadOf(runs: readonly Figures[]): number {
  const scores = runs.map(({ score }) => score).filter((score) => score !== null);
  return scores.length === 0 ? Infinity : Math.max(...scores) - Math.min(...scores);
}

function printFigures(all: readonly Compared[]): void {
  const both = all.filter(({ theirs, ours }) => theirs.score !== null && ours.score !== null);
  const apart = both.map((page) => Math.abs(difference(page, 'score')));
  console.log(
    `${both.length} of ${all.length} pages have both scores: median difference ${median(apart) ?? 0} points, ` +
      `${share(apart, 5)} within 5, ${share(apart, 10)} within 10; signed median ${median(both.map((page) => difference(page, 'score')))}`,
  );
  for (const name of ['fcp_ms', 'lcp_ms', 'si_ms'] as const) {
    const relative = both.map(
      ({ theirs, ours }) => (100 * ((ours[name] ?? 0) - (theirs[name] ?? 0))) / (theirs[name] ?? 1),
    );
    const absolute = relative.map(Math.abs);
    console.log(
      `  ${name}: ${share(absolute, 10)} within 10 %, median ${(median(relative) ?? 0).toFixed(1)} %`,
    );
  }
  const shifts = both.map((page) => Math.abs(difference(page, 'cls')));
  const blocking = both.map((page) => difference(page, 'tbt_ms'));
  console.log(`  cls: ${share(shifts, 0.01)} within 0.01`);
  console.log(
    `  tbt_ms: ${share(blocking.map(Math.abs), 50)} within 50 ms, median ${Math.round(median(blocking) ?? 0)} ms`,
  );
}

function printPages(all: readonly Compared[]): void {
  for (const page of all.toSorted(
    (one, other) => Math.abs(difference(other, 'score')) - Math.abs(difference(one, 'score')),
  ))
    console.log(
      `  ${page.id}${page.isSteady ? '' : ' (not steady)'}: ${NAMES.map((name) => `${name} ${text(page.theirs[name])} → ${text(page.ours[name])}`).join(', ')}`,
    );
}

function difference({ theirs, ours }: Compared, name: Name): number {
  return (ours[name] ?? 0) - (theirs[name] ?? 0);
}

function share(list: readonly number[], limit: number): string {
  const within = list.filter((value) => value <= limit).length;
  return list.length === 0 ? 'none' : `${((100 * within) / list.length).toFixed(0)} %`;
}

function text(value: number | null): string {
  return value === null ? 'none' : String(value < 1 ? Math.round(value * 1000) / 1000 : Math.round(value));
}
