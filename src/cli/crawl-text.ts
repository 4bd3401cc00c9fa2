import { visible } from '../basics/control-characters.js';
import { counted } from '../basics/quantities.js';
import { isOfCheck } from '../crawls/findings/site-findings.js';
import { type CrawlView } from '../crawls/crawl.view.js';
import { type FindingPageView, type SiteFindingView } from '../crawls/findings/site-finding.view.js';
import { markdownText } from './formats/markdown-text.js';

export const CRAWL_FORMATS = ['text', 'json', 'markdown'] as const;

export type CrawlFormat = (typeof CRAWL_FORMATS)[number];

/** Names of the files in the folder of `--output`. */
export const CRAWL_FILES: Readonly<Record<CrawlFormat, string>> = {
  text: 'pagegrade.txt',
  json: 'pagegrade.json',
  markdown: 'pagegrade.md',
};

const MAX_EXAMPLES = 3;
/** Findings that are repaired where the links are. */
const FROM_LINKS = new Set(['broken_links', 'redirect_loops', 'redirect_chains']);

/** A crawl and its findings, as text for people or programs. */
export function crawlAs(format: CrawlFormat, crawl: CrawlView, findings: readonly SiteFindingView[]): string {
  if (format === 'json') return JSON.stringify(Object.assign({}, crawl, { findings }), null, 2);
  return (format === 'markdown' ? markdown : text)(crawl, findings);
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

function text(crawl: CrawlView, findings: readonly SiteFindingView[]): string {
  const lines = findings.flatMap((finding) => [
    `  ${visible(finding.message)}`,
    ...examplesOf(finding).map((example) => `      ${visible(example)}`),
  ]);
  return [`${visible(crawl.url)}  ${headline(crawl)}`, ...lines].join('\n');
}

function markdown(crawl: CrawlView, findings: readonly SiteFindingView[]): string {
  const items = findings.flatMap((finding) => [
    `- ${markdownText(finding.message)}`,
    ...examplesOf(finding).map((example) => `  - ${markdownText(example)}`),
  ]);
  return [`# ${markdownText(crawl.url)}`, '', markdownText(headline(crawl)), '', ...items].join('\n');
}

function headline({ status, pages, score }: CrawlView): string {
  const mean = score.mean === null ? 'no score' : `${String(score.mean)} on average`;
  const { robots, nofollow, trap, excluded, depth, limit } = pages.skipped;
  const skipped = robots + nofollow + trap + excluded + depth + limit;
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
