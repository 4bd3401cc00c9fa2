import { scoreOverTime, pageList } from '../../presentation/websites/website-sections.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type Result } from '../../engine/audit/score.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { type WebsiteDay } from '../../websites/website-day.entity.js';
import { type ListWebsitePagesQuery } from '../../reports/dto/list-website-pages.dto.js';
import { type SummedCrawl } from '../../crawls/crawl.view.js';
import { type ListedPage } from '../../reports/website-pages/website-pages.repository.js';
import { counted } from '../../basics/quantities.js';
import { dayText } from '../../presentation/wording.js';
import { lastCrawl } from '../../presentation/crawls/crawl-progress.js';
import { pathOf, type Share, sharePage } from './share-page.js';
import { scoreRing } from '../../presentation/score.js';

export interface WebsitePage {
  readonly share: Share;
  /** Result of the website's score. */
  readonly result: Result | null;
  /** Oldest first. */
  readonly days: readonly WebsiteDay[];
  readonly listing: Listing<ListedPage>;
  readonly query: ListWebsitePagesQuery;
  /** The last one; null: there is none. */
  readonly crawl: SummedCrawl | null;
}

/** A website: its numbers, its score over time, and a searchable list of its pages. */
export function websitePage(page: WebsitePage): string {
  const { share, result, days, listing, query } = page;
  const path = pathOf(share.website);
  const { domain, score, pagesCount, reportsCount: count } = share.website;
  const reports = counted(count, 'report');
  const meaning = `average of the latest score of ${counted(pagesCount, 'page')}`;
  const summary =
    score === null || result === null
      ? `${reports} for ${domain}. Scores and findings appear here as soon as a page is audited.`
      : `${domain}: score ${String(score)} of 100 (${meaning}), ${result}. Score over time, and what to fix on each page.`;
  return sharePage(share, {
    path: '',
    title: `Reports for ${domain}${score === null ? '' : `, score ${String(score)}`}`,
    description: summary,
    heading: html`<div class="hero">
${scoreRing(score, result)}
<div><h1>${domain}</h1>
${
  score !== null &&
  html`<p>Score <strong>${score}</strong> of 100: ${meaning}</p>
`
}<p>${reports}</p>
${lastDay(days)}</div>
</div>
`,
    main: html`${scoreOverTime(days)}${page.crawl && lastCrawl(path, page.crawl)}${pagesCount === 0 ? empty() : pageList({ path, reportsPath: `${path}/reports` }, listing, query)}${badgeOf(share)}`,
  });
}

function lastDay(days: readonly WebsiteDay[]): Html | null {
  const last = days.findLast(({ completedCount }) => completedCount > 0);
  return last ? html`<p class="quiet">Last report on ${dayText(new Date(last.day))}</p>\n` : null;
}

function empty(): Html {
  return html`<p class="notice">No page of this website has been audited yet. Pages appear here as soon as they are.</p>
`;
}

function badgeOf({ website, address }: Share): Html {
  if (website.privacy !== 0) return NOTHING;
  const markdown = `[![Score](${address}/badge.svg)](${address})`;
  return html`<section class="screen" aria-labelledby="badge">
<h2 id="badge">Badge</h2>
<p>Show this score in a README or on your own page with <a href="${pathOf(website)}/badge.svg">this badge</a>:</p>
<pre tabindex="0"><code>${markdown}</code></pre>
</section>
`;
}
