/** Grades pages with Lighthouse's categories accessibility and best practices, in a Chromium that prefers a color scheme:
 *  page-audit-worker.ts dark */
import { launch } from 'chrome-launcher';
import lighthouse, { type Config, type Result } from 'lighthouse';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { type PageScores, type PageTask } from './page-audit.js';

const CATEGORIES = ['accessibility', 'best-practices'];
/** As in Lighthouse's own emulation of a phone and of a desktop. */
const PIXEL_RATIOS = { mobile: 1.75, desktop: 1 };
const HEIGHT = 900;
/** The pages run no scripts, so they are complete when they have loaded. */
const NO_WAITS = {
  throttlingMethod: 'simulate',
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 0,
  cpuQuietThresholdMs: 0,
} as const;
/** Blink's names for the schemes. */
const SCHEMES = new Map([
  ['dark', '0'],
  ['light', '1'],
]);

/** Lighthouse would keep a processor busy for a second per page, to warn on slow machines. */
Object.assign(pageFunctions, { computeBenchmarkIndex: () => 1000 });

const scheme = SCHEMES.get(process.argv[2] ?? '') ?? '1';
const chrome = await launch({
  chromePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  chromeFlags: [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    `--blink-settings=preferredColorScheme=${scheme}`,
  ],
  logLevel: 'error',
});
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, stop);

process.on('message', (task: PageTask) => {
  scoresOf(task).then(
    (scores) => process.send?.(scores),
    (error: unknown) => {
      console.error(task.url, error);
      stop();
    },
  );
});

function stop(): void {
  chrome.kill();
  process.exit();
}

function configOf({ width, formFactor, headers }: PageTask): Config {
  return {
    extends: 'lighthouse:default',
    settings: {
      onlyCategories: CATEGORIES,
      formFactor,
      extraHeaders: { ...headers },
      screenEmulation: {
        mobile: formFactor === 'mobile',
        width,
        height: HEIGHT,
        deviceScaleFactor: PIXEL_RATIOS[formFactor],
        disabled: false,
      },
      ...NO_WAITS,
      disableFullPageScreenshot: true,
    },
  };
}

async function scoresOf(task: PageTask): Promise<PageScores> {
  const run = await lighthouse(task.url, { port: chrome.port, logLevel: 'silent' }, configOf(task));
  if (!run) throw new Error('Lighthouse gave no result.');
  const { categories, audits, runtimeError, finalDisplayedUrl } = run.lhr;
  const isRedirected = finalDisplayedUrl !== task.url;
  if (runtimeError) throw new Error(`${runtimeError.code}: ${runtimeError.message}`);
  const percent = (score: number | null | undefined) =>
    typeof score === 'number' ? Math.round(score * 100) : null;
  return {
    scores: Object.fromEntries(CATEGORIES.map((id) => [id, percent(categories[id]?.score)])),
    faults: [
      ...(isRedirected ? [`redirected to ${finalDisplayedUrl}`] : []),
      ...Object.values(audits).filter(hasFailed).map(described),
    ],
  };
}

type AuditResult = Result['audits'][string];

function hasFailed({ score, scoreDisplayMode }: AuditResult): boolean {
  return scoreDisplayMode === 'error' || (scoreDisplayMode !== 'informative' && score !== null && score < 1);
}

function described({ id, details, errorMessage = '' }: AuditResult): string {
  const items: unknown = details && 'items' in details ? details.items : [];
  const [first] = Array.isArray(items) ? (items as { node?: { snippet?: string } }[]) : [];
  return `${id} ${errorMessage}${first?.node?.snippet ?? JSON.stringify(first ?? '')}`.slice(0, 300);
}
