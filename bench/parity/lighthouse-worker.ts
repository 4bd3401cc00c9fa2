import lighthouse, { type Config, type Result } from 'lighthouse';
import { launchChromium } from './chromium.js';
import { type CaseTask } from './engine-run.js';
import { INFORMATIVE_AUDITS, LIGHTHOUSE_AUDITS } from './lighthouse-audits.js';
import { type LighthouseResult } from './lighthouse-result.js';

const [httpPort = '80', httpsPort = '443', spki = '', mode = 'short'] = process.argv.slice(2);

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
/** Limited quirks show only where a trace and the browser's issues are there, as in a run of all categories. */
const DOCTYPE_AUDITS = ['doctype', 'inspector-issues', 'first-contentful-paint'];
const config: Config = {
  extends: 'lighthouse:default',
  settings: {
    ...(mode === 'doctype' && { onlyAudits: DOCTYPE_AUDITS }),
    ...((mode === 'short' || mode === 'long') && {
      onlyCategories: ['seo'],
      onlyAudits: [...LIGHTHOUSE_AUDITS],
    }),
    ...((mode === 'short' || mode === 'doctype') && SHORT_WAITS),
  },
};

const chrome = await launchChromium({ httpPort, httpsPort, spki });
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, stop);

process.on('message', ({ url }: CaseTask) => {
  resultOf(url).then(
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

async function resultOf(url: string): Promise<LighthouseResult> {
  const run = await lighthouse(url, { port: chrome.port, logLevel: 'silent' }, config);
  if (!run) throw new Error('Lighthouse gave no result.');
  const { categories, audits, runtimeError } = run.lhr;
  const score = categories.seo?.score ?? null;
  return {
    score: score === null ? null : Math.round(score * 100),
    audits: Object.fromEntries(Object.values(audits).map((audit) => [audit.id, verdictOf(audit)])),
    findings: Object.fromEntries(INFORMATIVE_AUDITS.map((id) => [id, findingsOf(audits[id])])),
    ...(runtimeError && { runtimeError: `${runtimeError.code}: ${runtimeError.message}` }),
  };
}

type AuditResult = Result['audits'][string];

function verdictOf({ score, scoreDisplayMode }: AuditResult): number | null {
  return scoreDisplayMode === 'informative' ? null : score;
}

function findingsOf(audit: AuditResult | undefined): string[] {
  const items: unknown = audit?.details && 'items' in audit.details ? audit.details.items : [];
  return Array.isArray(items) ? items.map((item) => JSON.stringify(item)) : [];
}
