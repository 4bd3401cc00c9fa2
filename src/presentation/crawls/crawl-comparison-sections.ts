import {
  type ChangedPage,
  type ComparedCrawl,
  type CrawlComparison,
  type CrawlCondition,
  type FindingChange,
  type PageChange,
  type PageThen,
} from '../../crawls/comparison/crawl-comparison.js';
import { type SkipReason } from '../../crawls/crawl.entity.js';
import { type Result } from '../../engine/audit/score.js';
import { counted } from '../../basics/quantities.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { scrapedAddress } from '../scraped.js';
import { scoreRing } from '../score.js';
import { pointsText, timeHtml } from '../wording.js';
import { pagesText } from './crawl-progress.js';
import { SKIPPED } from './crawl-sections.js';
import { anchorOf, nameOfFinding } from './finding-names.js';

export interface CrawlComparisonContent {
  readonly domain: string;
  readonly comparison: CrawlComparison;
  /** Below which crawls are shown. */
  readonly crawlsPath: string;
  /** Below which reports are shown; null: the reader may not see them. */
  readonly reportsPath: string | null;
  readonly resultOf: (score: number) => Result;
}

const CONDITIONS: Readonly<Record<CrawlCondition, string>> = {
  status: 'one of them was cancelled',
  url: 'where they started',
  max_pages: 'the limit of pages',
  max_depth: 'the limit of clicks from the start',
  include: 'the addresses that were included',
  exclude: 'the addresses that were left out',
  sources: 'where addresses were looked for',
  unread_sitemaps: 'which sitemaps could be read',
  render: 'whether a browser rendered the pages',
  ruleset_version: 'the version of the checks',
};

const FINDINGS = [
  ['broken', 'New problems'],
  ['worse', 'Problems on more pages'],
  ['better', 'Problems on fewer pages'],
  ['fixed', 'Fixed problems'],
] as const;

const PAGES: readonly (readonly [PageChange, string])[] = [
  ['worse', 'Pages with a lower score'],
  ['better', 'Pages with a higher score'],
  ['gone', 'Pages that are gone'],
  ['new', 'New pages'],
];

const GONE: Readonly<Record<string, string>> = {
  failed: 'It does not load',
  redirects: 'It redirects to another address',
  not_visited: 'The crawl was cancelled before it was visited',
  not_found: 'Its address was not found any more',
};

/** What pages show of two crawls of a website. */
export function crawlComparisonParts(content: CrawlComparisonContent): {
  readonly summary: string;
  readonly heading: Html;
  readonly main: Html;
} {
  const { domain, comparison } = content;
  const summary = summaryOf(comparison);
  const { difference } = comparison.score.mean;
  return {
    summary,
    heading: html`<h1>What changed on ${domain}</h1>
<p class="lead">${difference !== null && html`<strong>${pointsText(difference)} on average.</strong> `}${summary}.</p>
`,
    main: html`${conditionsOf(comparison)}<div class="sides">${side('Before', comparison.before, content)}${side('After', comparison.after, content)}</div>
${FINDINGS.map(([change, title]) => findingsOf(change, title, content))}${PAGES.map(([change, title]) => pagesOf(title, change, content))}`,
  };
}

function summaryOf({ fixed, broken, better, worse, pages }: CrawlComparison): string {
  const findings = `${String(fixed.length)} fixed, ${String(broken.length)} new, ${String(worse.length)} on more pages, ${String(better.length)} on fewer`;
  const counts = `${counted(pages.better.count, 'page')} better, ${String(pages.worse.count)} worse, ${String(pages.unchanged)} as before, ${String(pages.new.count)} new, ${String(pages.gone.count)} gone`;
  return `${findings}; ${counts}`;
}

function conditionsOf({ differsIn }: CrawlComparison): Html {
  if (differsIn.length === 0) return NOTHING;
  const words = differsIn.map((condition) => CONDITIONS[condition]).join('; ');
  return html`<p class="notice">Not only the website differs between the two crawls, which may explain some of the changes: ${words}.</p>
`;
}

function side(name: string, compared: ComparedCrawl, { crawlsPath, resultOf }: CrawlComparisonContent): Html {
  const { crawl, summary } = compared;
  const { mean, p10 } = summary.score;
  return html`<section class="side"><div class="hero">
${scoreRing(mean, mean === null ? null : resultOf(mean))}
<div><h2>${name}</h2><p><a href="${crawlsPath}/${crawl.id}">Crawl ${crawl.id}</a>, ${timeHtml(crawl.startedAt ?? crawl.createdAt)}</p>
<p>${mean !== null && `Average ${String(mean)}, a tenth has ${String(p10 ?? mean)} or less. `}${pagesText(compared)}.</p></div>
</div></section>
`;
}

function findingsOf(
  kind: (typeof FINDINGS)[number][0],
  title: string,
  { crawlsPath, comparison }: CrawlComparisonContent,
): Html {
  const changes: readonly FindingChange[] = comparison[kind];
  if (changes.length === 0) return NOTHING;
  return html`<section aria-labelledby="findings-${kind}">
<h2 id="findings-${kind}">${title} <span class="quiet">${changes.length}</span></h2>
<ul class="compact">
${changes.map((change) => {
  const { crawl } = change.after > 0 ? comparison.after : comparison.before;
  return html`<li><a href="${crawlsPath}/${crawl.id}#${anchorOf(change.id)}">${nameOfFinding(change.id)}</a> <span class="quiet">${counted(change.before, 'page')} before, ${change.after} now</span></li>
`;
})}</ul>
</section>
`;
}

function pagesOf(
  title: string,
  change: PageChange,
  { comparison, reportsPath }: CrawlComparisonContent,
): Html {
  const { count, examples } = comparison.pages[change];
  if (count === 0) return NOTHING;
  const more = count - examples.length;
  return html`<section aria-labelledby="pages-${change}">
<h2 id="pages-${change}">${title} <span class="quiet">${count}</span></h2>
<ul class="places">
${examples.map(
  (page) => html`<li>${scrapedAddress(page.url)}<span class="where">${pageText(page, reportsPath)}</span></li>
`,
)}</ul>
${
  more > 0 &&
  html`<p class="about">and ${counted(more, 'more page')}</p>
`
}</section>
`;
}

function pageText({ before, after, reason }: ChangedPage, reportsPath: string | null): Html {
  if (before === null) return html`Score ${scoreOf(after, reportsPath)}`;
  if (after === null) return html`${goneText(reason)}. Score before: ${scoreOf(before, reportsPath)}`;
  return html`Score ${scoreOf(before, reportsPath)} before, ${scoreOf(after, reportsPath)} now`;
}

function scoreOf(page: PageThen | null, reportsPath: string | null): Html {
  const score = page?.score ?? null;
  if (!page || score === null) return html`unknown`;
  if (page.id === null || reportsPath === null) return html`${score}`;
  return html`<a href="${reportsPath}/${page.id}" aria-label="Report ${page.id}, score ${score}">${score}</a>`;
}

function goneText(reason: string | null): string {
  const skipped =
    reason?.startsWith('skipped:') === true ? (reason.slice('skipped:'.length) as SkipReason) : null;
  return (skipped === null ? GONE[reason ?? ''] : SKIPPED[skipped]) ?? 'It was not visited';
}
