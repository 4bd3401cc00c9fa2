import { visible } from '../basics/control-characters.js';
import { counted } from '../basics/quantities.js';
import { checkOf } from '../engine/audit/registry.js';
import { nameOfFinding } from '../presentation/crawls/finding-names.js';
import { command, COMMANDS } from './formats/annotations.js';
import { type CrawlFormat } from './formats/format-names.js';
import { FAILURE_LEVELS, type Level } from './formats/level.js';
import { uriOf } from './formats/uri.js';
import { isOfCheck, OF_CHECK } from '../crawls/findings/site-findings.js';
import { type CrawlView, type SkippedPagesView } from '../crawls/crawl.view.js';
import { type FindingPageView, type SiteFindingView } from '../crawls/findings/site-finding.view.js';
import { markdownText } from './formats/markdown-text.js';

/** Names of the files in the folder of `--output`. */
export const CRAWL_FILES: Readonly<Record<CrawlFormat, string>> = {
  text: 'pagegrade.txt',
  json: 'pagegrade.json',
  markdown: 'pagegrade.md',
  github: 'pagegrade.annotations.txt',
};

const MAX_EXAMPLES = 3;
/** Findings that are repaired where the links are. */
const FROM_LINKS = new Set(['broken_links', 'redirect_loops', 'redirect_chains']);

/** Findings by which pages don't open. */
const BREAKING = new Set(['broken_links', 'redirect_loops']);

const SKIPPED_FOR: Readonly<Record<keyof SkippedPagesView, string>> = {
  robots: 'of robots.txt',
  nofollow: 'all links there say nofollow',
  file: 'they are pictures, documents, feeds or other files',
  trap: 'many pages have addresses like that, as in a calendar',
  excluded: 'of --include or --exclude',
  depth: 'of --max-depth',
  limit: 'of --max-pages',
};

/** A crawl that is over, and what was found out about it. */
export interface CrawlResult {
  readonly crawl: CrawlView;
  readonly findings: readonly SiteFindingView[];
  /** Why the start can't be loaded, as a sentence; null: it can, or was not visited. */
  readonly startFault: string | null;
}

const WRITERS: Readonly<Record<CrawlFormat, (result: CrawlResult) => string>> = {
  text,
  json,
  markdown,
  github: annotations,
};

/** A crawl and its findings, as text for people or programs. */
export function crawlAs(format: CrawlFormat, result: CrawlResult): string {
  return WRITERS[format](result);
}

/** One line that says how far a crawl is. */
export function progressLine({
  pages,
  progress,
  pages_per_second: rate,
  seconds_left: left,
}: CrawlView): string {
  const done = pages.completed + pages.failed;
  const bar = '#'.repeat(Math.round(progress * 20)).padEnd(20, '.');
  const speed = rate === null ? '' : `, ${String(rate)} per second`;
  const rest = left === null ? '' : `, about ${String(left)} s left`;
  return `[${bar}] ${counted(done, 'page')}, ${String(pages.queued)} queued${speed}${rest}`;
}

function json({ crawl, findings }: CrawlResult): string {
  return JSON.stringify(Object.assign({}, crawl, { findings }), null, 2);
}

function text({ findings, ...result }: CrawlResult): string {
  const { crawl } = result;
  const lines = findings.flatMap((finding) => [
    `  ${visible(finding.message)}`,
    ...examplesOf(finding).map((example) => `      ${visible(example)}`),
  ]);
  const remarks = remarksOn(result).map((remark) => `  ${visible(remark)}`);
  return [`${visible(crawl.url)}  ${headline(crawl)}`, ...remarks, ...lines].join('\n');
}

function markdown({ findings, ...result }: CrawlResult): string {
  const { crawl } = result;
  const items = findings.flatMap((finding) => [
    `- ${markdownText(finding.message)}`,
    ...examplesOf(finding).map((example) => `  - ${markdownText(example)}`),
  ]);
  const summary = [headline(crawl), ...remarksOn(result)].join(' ');
  return [`# ${markdownText(crawl.url)}`, '', markdownText(summary), '', ...items].join('\n');
}

/** Workflow commands of GitHub Actions, one per line. A finding is annotated at the first of its pages. */
function annotations({ findings, ...result }: CrawlResult): string {
  const { crawl } = result;
  const file = uriOf(crawl.url);
  const fault = whyNotAudited(result);
  const notLoaded = fault === null ? [] : [command('error', { file, title: 'Website not audited' }, fault)];
  const endedEarly =
    fault === null && crawl.error !== null
      ? [command('warning', { file, title: 'Crawl ended early' }, crawl.error)]
      : [];
  const found = findings.map(({ id, message, examples: [first] }) =>
    command(
      COMMANDS[levelOf(id)],
      { file: first ? uriOf(first.url) : file, title: nameOfFinding(id) },
      message,
    ),
  );
  return [...notLoaded, ...endedEarly, ...found].join('\n');
}

function levelOf(finding: string): Level {
  if (!isOfCheck(finding)) return BREAKING.has(finding) ? 'error' : 'warning';
  const check = checkOf(finding.slice(OF_CHECK.length));
  return check ? FAILURE_LEVELS[check.importance] : 'note';
}

/** Why the start or every page could not be audited, in sentences; null: both were. */
export function whyNotAudited(result: Omit<CrawlResult, 'findings'>): string | null {
  const { crawl, startFault } = result;
  if (startFault !== null) return startFault;
  if (crawl.score.mean !== null) return null;
  return crawl.error ?? ['No page was audited.', ...remarksOn(result)].join(' ');
}

/** A sentence for each thing that kept pages from being audited. */
function remarksOn({ crawl, startFault }: Omit<CrawlResult, 'findings'>): string[] {
  const { status, error } = crawl;
  const reasons = Object.entries(SKIPPED_FOR) as [keyof SkippedPagesView, string][];
  const skipped = reasons.flatMap(([reason, because]) => {
    const count = crawl.pages.skipped[reason];
    if (count === 0) return [];
    const cause =
      reason === 'limit' && error !== null && status === 'completed' ? 'the crawl ended early' : because;
    return [`${counted(count, 'page')} not visited because ${cause}.`];
  });
  return [
    ...(error === null ? [] : [`The crawl ${status === 'failed' ? 'failed' : 'ended early'}. ${error}`]),
    ...(startFault === null ? [] : [`The start can't be loaded. ${startFault}`]),
    ...crawl.unread_sitemaps.map((url) => `The sitemap ${url} could not be read wholly.`),
    ...skipped,
  ];
}

function headline({ status, pages, score }: CrawlView): string {
  const mean = score.mean === null ? 'no score' : `${String(score.mean)} on average`;
  const reasons = Object.keys(SKIPPED_FOR) as (keyof SkippedPagesView)[];
  const skipped = reasons.reduce((sum, reason) => sum + pages.skipped[reason], 0);
  const counts = [
    `${counted(pages.completed, 'page')} audited`,
    `${String(pages.failed)} not loaded`,
    `${String(skipped)} not visited`,
  ];
  return `${mean}. ${counts.join(', ')}${status === 'completed' ? '' : ` (${status})`}.`;
}

/** Which pages fail a check is said by their reports, and by the JSON. */
function examplesOf({ id, examples }: SiteFindingView): string[] {
  if (isOfCheck(id)) return [];
  return examples.slice(0, MAX_EXAMPLES).map((example) => exampleText(example, FROM_LINKS.has(id)));
}

function exampleText({ url, urls, linked_from: linkedFrom }: FindingPageView, isFromLink: boolean): string {
  const others = urls.length > 0 ? ` and ${urls.join(', ')}` : '';
  const from = isFromLink && linkedFrom[0] !== undefined ? `, linked from ${linkedFrom[0]}` : '';
  return `${url}${others}${from}`;
}
