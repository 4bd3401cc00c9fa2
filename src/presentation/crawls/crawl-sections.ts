import { isComparable } from '../../crawls/comparison/crawl-comparison.js';
import { type SummedCrawl } from '../../crawls/crawl.view.js';
import { type FindingPageView, type SiteFindingView } from '../../crawls/findings/site-finding.view.js';
import { isOfCheck, OF_CHECK } from '../../crawls/findings/site-findings.js';
import { type Crawl, type SkipReason } from '../../crawls/crawl.entity.js';
import { isUnreachable } from '../../engine/audit/robots-txt/google-robots.js';
import { type Result } from '../../engine/audit/score.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { counted } from '../../basics/quantities.js';
import { scraped, scrapedAddress } from '../scraped.js';
import { timeHtml } from '../wording.js';
import { crawlState, isOpen, pagesText } from './crawl-progress.js';
import { anchorOf, nameOfFinding } from './finding-names.js';
import { ByteBudget } from '../reports/findings.js';
import { scorePill, scoreRing } from '../score.js';

/** What pages say of a crawl. */
export interface CrawlContent {
  readonly domain: string;
  /** Of the page of the website; null: the reader may not see it. */
  readonly websitePath: string | null;
  /** Whether that page lists pages; default: yes. */
  readonly listsPages?: boolean;
  /** Below which crawls are shown. */
  readonly crawlsPath: string;
  readonly shown: SummedCrawl;
  /** Worst first, with up to {@link MAX_EXAMPLES} examples each. */
  readonly findings: readonly SiteFindingView[];
  /** The last crawls of the website, newest first. */
  readonly crawls: readonly SummedCrawl[];
  readonly resultOf: (score: number) => Result;
}

/** Examples of one finding that a page shows. The API has all of them. */
export const MAX_EXAMPLES = 5;
/** What the examples leave room for: a screen has 40 kB with its frame, its style and a list of pages. */
const MAX_BYTES = 17_000;
/** A finding without examples. */
const FINDING_BYTES = 300;
const MIN_EXAMPLE_BYTES = 1500;
/** Further addresses of one example. */
const MAX_URLS = 3;

/** Why addresses were not visited. */
export const SKIPPED: Readonly<Record<SkipReason, string>> = {
  robots: 'robots.txt keeps programs away',
  nofollow: 'All links there ask not to be followed (nofollow)',
  file: 'Pictures, documents, feeds and other files',
  trap: 'Such addresses go on without end, as in a calendar',
  excluded: 'Left out by include or exclude',
  depth: 'Too many clicks away from the start',
  limit: 'The crawl was limited to fewer pages',
};

/** What pages show of a crawl. */
export function crawlParts(content: CrawlContent): { readonly hero: Html; readonly main: Html } {
  const { shown, findings } = content;
  const before = html`${crawlState(shown)}${unreadSitemaps(shown)}`;
  const after = html`${skippedOf(shown)}${crawlsOf(content)}`;
  const bytes = Buffer.byteLength(before.text + after.text) + findings.length * FINDING_BYTES;
  const budget = new ByteBudget(Math.max(MIN_EXAMPLE_BYTES, MAX_BYTES - bytes));
  return { hero: heroOf(content), main: html`${before}${findingsOf(shown, findings, budget)}${after}` };
}

function heroOf({ domain, websitePath, listsPages = true, shown, resultOf }: CrawlContent): Html {
  const { crawl, summary } = shown;
  const { mean, p10 } = summary.score;
  return html`<div class="hero">
${scoreRing(mean, mean === null ? null : resultOf(mean))}
<div><h1>All pages of ${domain}</h1>
${
  mean !== null &&
  html`<p>Average score <strong>${mean}</strong> of 100. A tenth of the pages has ${p10 ?? mean} or less.</p>
`
}${pagesOf(shown, listsPages ? websitePath : null)}<p class="quiet">Started at ${scrapedAddress(crawl.url, 200)}, ${timeHtml(crawl.startedAt ?? crawl.createdAt)}</p>
</div>
</div>
`;
}

/** While a crawl is open, only the line of its progress counts pages: the browser keeps that one up to date. */
function pagesOf(shown: SummedCrawl, websitePath: string | null): Html {
  if (isOpen(shown) && websitePath === null) return NOTHING;
  const count = !isOpen(shown) && `${pagesText(shown)}.`;
  const link =
    websitePath !== null &&
    html` <a href="${websitePath}?sort_by=score&amp;sort=asc#pages">Pages, worst first</a>`;
  return html`<p>${count}${link}</p>
`;
}

function unreadSitemaps({ crawl: { unreadSitemaps: unread } }: SummedCrawl): Html {
  if (unread.length === 0) return NOTHING;
  const [what, who] = unread.length === 1 ? ['A sitemap', 'it lists'] : ['Some sitemaps', 'they list'];
  return html`<p class="notice">${what} could not be read wholly, so pages may be missing that only ${who}: ${unread.map((url, at) => html`${at > 0 && ', '}${scrapedAddress(url, 200)}`)}</p>
`;
}

function findingsOf(shown: SummedCrawl, findings: readonly SiteFindingView[], budget: ByteBudget): Html {
  if (findings.length === 0) return nothingFound(shown);
  const shownFindings = findings.map((finding, at) => ({
    finding,
    examples: exampleList(finding, budget, budget.part(findings.length - at)),
  }));
  const ofSite = shownFindings.filter(({ finding }) => !isOfCheck(finding.id));
  const ofChecks = shownFindings.filter(({ finding }) => isOfCheck(finding.id));
  return html`${siteFindings(ofSite)}${checkFindings(ofChecks)}`;
}

function nothingFound(shown: SummedCrawl): Html {
  if (isOpen(shown))
    return html`<p class="notice">Nothing has been found so far.</p>
`;
  if (shown.summary.pages.completed === 0) return NOTHING;
  return html`<p class="notice">Nothing was found that concerns more than single pages.</p>
`;
}

interface ShownFinding {
  readonly finding: SiteFindingView;
  /** Its list; empty: none fits. */
  readonly examples: Html;
}

function siteFindings(findings: readonly ShownFinding[]): Html {
  if (findings.length === 0) return NOTHING;
  return html`<section aria-labelledby="site">
<h2 id="site">Across the site <span class="quiet">${findings.length}</span></h2>
${findings.map(
  ({ finding, examples }) => html`<article class="finding fail" id="${finding.id}">
<h3>${nameOfFinding(finding.id)}</h3>
<p>${finding.message}</p>
${folded(examples)}</article>
`,
)}</section>
`;
}

function checkFindings(findings: readonly ShownFinding[]): Html {
  if (findings.length === 0) return NOTHING;
  return html`<section aria-labelledby="checks">
<h2 id="checks">Checks that pages fail <span class="quiet">${findings.length}</span></h2>
${findings.map(
  ({
    finding,
    examples,
  }) => html`<details class="row" id="${anchorOf(finding.id)}"><summary>${nameOfFinding(finding.id)} <span class="quiet">${counted(finding.count, 'page')}</span></summary>
<p><a href="/docs/checks/${finding.id.slice(OF_CHECK.length)}">What it means, and how to fix it</a></p>
${examples}</details>
`,
)}</section>
`;
}

function folded(examples: Html): Html {
  if (examples === NOTHING) return NOTHING;
  return html`<details><summary>Show examples</summary>
${examples}</details>
`;
}

/** @param part of the budget for the examples after the first */
function exampleList({ examples, count }: SiteFindingView, budget: ByteBudget, part: ByteBudget): Html {
  const items = examples.map(exampleItem);
  const shown = items.flatMap((item, at) => part.spend(item) ?? (at === 0 ? budget.spend(item) : null) ?? []);
  if (shown.length === 0) return NOTHING;
  const isOneByOne = examples.every(({ urls }) => urls.length === 0);
  const more = isOneByOne ? count - shown.length : 0;
  return html`<ul class="places">
${shown}</ul>
${
  more > 0 &&
  html`<p class="about">and ${counted(more, 'more page')}</p>
`
}`;
}

function exampleItem({ url, urls, linked_from }: FindingPageView): Html {
  return html`<li>${scrapedAddress(url)}${addresses('Belongs to', urls)}${addresses('Linked from', linked_from)}</li>
`;
}

function addresses(label: string, urls: readonly string[]): Html {
  if (urls.length === 0) return NOTHING;
  const shown = urls.slice(0, MAX_URLS).map((url, at) => html`${at > 0 && ', '}${scraped(url, 200)}`);
  const more = urls.length - shown.length;
  return html`<span class="where">${label}: ${shown}${more > 0 && ` and ${String(more)} more`}</span>`;
}

function skippedOf({ crawl, summary: { pages } }: SummedCrawl): Html {
  const rows = (Object.keys(SKIPPED) as SkipReason[]).filter((reason) => pages.skipped[reason] > 0);
  if (rows.length === 0) return NOTHING;
  return html`<section aria-labelledby="skipped">
<h2 id="skipped">Addresses that were not visited</h2>
<dl class="facts">
${rows.map(
  (
    reason,
  ) => html`<dt>${counted(pages.skipped[reason], 'address', 'addresses')}</dt><dd>${skipText(reason, crawl)}</dd>
`,
)}</dl>
</section>
`;
}

function skipText(reason: SkipReason, { robotsStatus }: Crawl): string {
  return reason === 'robots' && isUnreachable(robotsStatus)
    ? 'robots.txt could not be loaded'
    : SKIPPED[reason];
}

function crawlsOf({ crawlsPath, shown, crawls, resultOf }: CrawlContent): Html {
  if (crawls.length < 2) return NOTHING;
  return html`<section aria-labelledby="crawls">
<h2 id="crawls">Crawls of this website</h2>
${crawlRows(crawls, { path: crawlsPath, resultOf, current: shown.crawl })}</section>
`;
}

/** Crawls as a list of links.
 *  @param path below which crawls are shown */
export function crawlRows(
  crawls: readonly SummedCrawl[],
  {
    path,
    resultOf,
    current = null,
  }: {
    readonly path: string;
    readonly resultOf: (score: number) => Result;
    /** Whose page it is. */
    readonly current?: Crawl | null;
  },
): Html {
  return html`<ol class="reports">
${crawls.map((one) => {
  const { crawl, summary } = one;
  const isThis = crawl.id === current?.id;
  const { mean } = summary.score;
  const score = mean === null ? null : Math.floor(mean);
  const pill = { score, result: mean === null ? null : resultOf(mean), status: crawl.status };
  const name = current === null ? scrapedAddress(crawl.url, 200) : timeHtml(crawl.createdAt);
  const about = current === null ? html`${pagesText(one)}, ${timeHtml(crawl.createdAt)}` : pagesText(one);
  const compare =
    current !== null &&
    [crawl, current].every(isComparable) &&
    html`, ${comparisonLink(path, crawl.id, current.id)}`;
  return html`<li>${scorePill(pill)} <a href="${path}/${crawl.id}"${isThis && html` aria-current="page"`}>${name}</a> <span class="quiet">${isThis ? 'this crawl' : html`${about}${compare}`}</span></li>
`;
})}</ol>
`;
}

/** Link to a comparison; the older crawl is "before". There are many pairs, and each reads all pages of both crawls, so
 *  search engines are not led there. */
function comparisonLink(path: string, a: number, b: number): Html {
  return html`<a rel="nofollow" href="${path}/compare/${Math.min(a, b)}/${Math.max(a, b)}" aria-label="Compare with crawl ${a}">Compare</a>`;
}
