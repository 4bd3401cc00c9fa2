import lighthouse, { type Config, type Result } from 'lighthouse';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { launchChromium } from './chromium.js';
import { type CaseTask } from './engine-run.js';
import { INFORMATIVE_AUDITS, LIGHTHOUSE_AUDITS } from './lighthouse-audits.js';
import { type LighthouseResult } from './lighthouse-result.js';

const [httpPort = '80', httpsPort = '443', spki = '', mode = 'short', proxy] = process.argv.slice(2);

/** With `provided`, Lighthouse waits 5 s for everything, whatever it is told; with `simulate` it does not,
 *  and it slows nothing down either, because simulation is arithmetic on the trace. */
const SHORT_WAITS = {
  throttlingMethod: 'simulate',
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 0,
  cpuQuietThresholdMs: 0,
  maxWaitForFcp: 10_000,
  maxWaitForLoad: 15_000,
  disableFullPageScreenshot: true,
  disableStorageReset: true,
} as const;
/** Lighthouse's own waits, as scripts take their time to make a page; only pages that never come to rest are given up
 *  earlier. */
const WHOLE_WAITS = {
  maxWaitForFcp: 20_000,
  maxWaitForLoad: 35_000,
  disableFullPageScreenshot: true,
  disableStorageReset: true,
} as const;
/** Has a trace recorded: limited quirks show only where that and the browser's issues are there, as in a run of all
 *  categories. */
const TRACED_AUDIT = 'first-contentful-paint';
const DOCTYPE_AUDITS = ['doctype', 'inspector-issues', TRACED_AUDIT];
/** All audits of a page's markup, for pages that scripts make. */
const CATEGORIES = ['accessibility', 'best-practices', 'seo'];
const config = (isPatient: boolean): Config => ({
  extends: 'lighthouse:default',
  settings: {
    ...(mode === 'categories' && { onlyCategories: CATEGORIES, onlyAudits: [TRACED_AUDIT], ...WHOLE_WAITS }),
    ...(mode === 'performance' && { onlyCategories: ['performance'], ...WHOLE_WAITS }),
    ...(mode === 'doctype' && { onlyAudits: DOCTYPE_AUDITS }),
    ...(!['doctype', 'categories', 'performance', 'default'].includes(mode) && {
      onlyCategories: ['seo'],
      onlyAudits: [...LIGHTHOUSE_AUDITS],
    }),
    ...(mode === 'whole' && (isPatient ? WHOLE_WAITS : { ...SHORT_WAITS, ...WHOLE_WAITS })),
    ...((mode === 'short' || mode === 'doctype') && SHORT_WAITS),
  },
});

/** Lighthouse would keep a processor busy for a second per page, to warn on slow machines. */
Object.assign(pageFunctions, { computeBenchmarkIndex: () => 1000 });

const access = { httpPort, httpsPort, spki, proxy };
let chrome = await launchChromium(access);
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, stop);

process.on('message', ({ url, isPatient = false }: CaseTask) => {
  resultOf(url, config(isPatient)).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(url, error);
      stop();
    },
  );
});

function stop(): void {
  chrome.kill();
  process.exit();
}

/** A browser asks for a missing icon once, and only then logs an error, and it keeps service workers: verdicts and metrics
 *  would depend on earlier pages. */
async function renewBrowser(): Promise<void> {
  chrome.kill();
  chrome = await launchChromium(access);
}

async function resultOf(url: string, settings: Config): Promise<LighthouseResult> {
  const run = await lighthouse(url, { port: chrome.port, logLevel: 'silent' }, settings);
  if (['categories', 'performance'].includes(mode)) await renewBrowser();
  if (!run) throw new Error('Lighthouse gave no result.');
  const { categories, audits, runtimeError } = run.lhr;
  const scores = Object.fromEntries(
    Object.values(categories).map(({ id, score }) => [id, hundredths(score)]),
  );
  return {
    score: scores.seo ?? null,
    audits: Object.fromEntries(
      Object.values(audits)
        .filter(({ scoreDisplayMode }) => scoreDisplayMode !== 'error')
        .filter(({ id }) => mode !== 'categories' || id !== TRACED_AUDIT)
        .map((audit) => [audit.id, verdictOf(audit)]),
    ),
    findings: Object.fromEntries(INFORMATIVE_AUDITS.map((id) => [id, findingsOf(audits[id])])),
    ...(['whole', 'categories'].includes(mode) && { failures: failuresOf(Object.values(audits)) }),
    ...(['categories', 'performance'].includes(mode) && { categories: scores }),
    ...(mode === 'performance' && { metrics: metricsOf(Object.values(audits)) }),
    ...(runtimeError && { runtimeError: `${runtimeError.code}: ${runtimeError.message}` }),
  };
}

function metricsOf(audits: readonly AuditResult[]): Record<string, number | null> {
  return Object.fromEntries(audits.map(({ id, numericValue }) => [id, numericValue ?? null]));
}

function hundredths(score: number | null): number | null {
  return score === null ? null : Math.round(score * 100);
}

type AuditResult = Result['audits'][string];

function verdictOf({ score, scoreDisplayMode }: AuditResult): number | null {
  return scoreDisplayMode === 'informative' ? null : score;
}

function findingsOf(audit: AuditResult | undefined): string[] {
  const items: unknown = audit?.details && 'items' in audit.details ? audit.details.items : [];
  return Array.isArray(items) ? items.map((item) => JSON.stringify(item)) : [];
}

const MAX_FAILURES = 20;

/** What each failed audit points at: an element as selector and start tag, anything else as JSON. */
function failuresOf(audits: readonly AuditResult[]): Record<string, string[]> {
  const failed = audits.filter((audit) => verdictOf(audit) === 0);
  return Object.fromEntries(
    failed.map((audit) => [audit.id, findingsOf(audit).slice(0, MAX_FAILURES).map(readable)]),
  );
}

function readable(finding: string): string {
  const { node } = JSON.parse(finding) as { node?: { selector?: string; snippet?: string } };
  return (node ? `${node.selector}  ${node.snippet}` : finding).replaceAll(/\s+/g, ' ').slice(0, 400);
}
