/** Scores of the share pages and of the console's screens by Lighthouse's categories accessibility and best practices, on
 *  a phone, a tablet and a desktop, dark and light.
 *
 *  npm run bench:pages -- --only console */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type PageScores, type PageTask } from './parity/page-audit.js';
import { consolePages } from './pages/console-pages.js';
import { type GradedPage } from './pages/graded-page.js';
import { keptPages } from './pages/kept-pages.js';
import { auditedSite, storedRecords } from './pages/records.js';
import { sharePages } from './pages/share-pages.js';
import { benchDatabase } from './support/database.js';
import { startService, UNLIMITED } from './support/service.js';

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const VIEWS = [
  { width: 360, formFactor: 'mobile' },
  { width: 768, formFactor: 'mobile' },
  { width: 1350, formFactor: 'desktop' },
] as const;
const SCHEMES = ['light', 'dark'] as const;
const PERFECT = 100;
const NAME_LENGTH = 44;

const site = await auditedSite();
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
const kept = await keptPages(service.url);

try {
  const records = await storedRecords(service.url, { databaseUrl: database.url, site: site.target });
  const all = [
    ...(await sharePages(service.url, records, kept)),
    ...(await consolePages(service.url, records, kept)),
  ];
  const pages = all.filter(({ name }) => name.includes(options.only));
  console.log(`${'page'.padEnd(NAME_LENGTH)}  width  scheme  accessibility  best practices`);
  for (const scheme of SCHEMES) await inScheme(scheme, pages);
} finally {
  await service.end('SIGTERM');
  await database.stop();
  site.stop();
  kept.stop();
  await rm(dataDir, { recursive: true, force: true });
}

interface Lighthouse {
  readonly worker: ChildProcess;
  /** Rejects when the worker has ended. */
  readonly ended: Promise<never>;
}

async function inScheme(scheme: (typeof SCHEMES)[number], pages: readonly GradedPage[]): Promise<void> {
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
    for (const { name, url, headers = {} } of pages) {
      for (const view of VIEWS)
        print(name, { ...view, scheme }, await scoresOf(lighthouse, { url, headers, ...view }));
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
  console.log(
    [name.padEnd(NAME_LENGTH), String(width).padStart(6), ` ${scheme.padEnd(6)}`, ...figures].join(' '),
  );
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
  const url = kept.keep('/dark-fault', DARK_FAULT);
  const { faults } = await scoresOf(lighthouse, { url, headers: {}, ...VIEWS[0] });
  const isDark = faults.some((fault) => fault.startsWith('color-contrast'));
  if (isDark !== (scheme === 'dark')) throw new Error(`The browser does not prefer ${scheme} pages.`);
}
