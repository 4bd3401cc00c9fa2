import { paceOf, progressOf } from '../../crawls/crawl-summary.js';
import { type SummedCrawl } from '../../crawls/crawl.view.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { counted } from '../../basics/quantities.js';
import { timeHtml } from '../wording.js';

/** The last crawl on the website's page: how far it is, or what it came to.
 *  @param path below which crawls are shown */
export function lastCrawl(path: string, shown: SummedCrawl): Html {
  const { crawl } = shown;
  const ended = crawl.status === 'failed' ? 'Tried' : 'Last crawled';
  const hasPages = !isOpen(shown) && crawl.status !== 'failed';
  return html`<section aria-labelledby="crawl">
<h2 id="crawl">The whole site</h2>
${crawlState(shown)}<p>${isOpen(shown) ? 'Begun' : ended} ${timeHtml(crawl.finishedAt ?? crawl.createdAt)}${hasPages && `: ${pagesText(shown)}`}. <a href="${path}/crawls/${crawl.id}">${crawl.status === 'failed' ? 'This crawl' : 'What its pages have in common'}</a></p>
</section>
`;
}

/** How far a crawl is, or why it ended early; nothing if it is complete. */
export function crawlState(shown: SummedCrawl): Html {
  const { crawl } = shown;
  if (crawl.status === 'failed')
    return html`<p class="notice bad">This crawl could not begin. ${crawl.errorDetail ?? ''}</p>
`;
  if (crawl.status === 'cancelled')
    return html`<p class="notice">This crawl was cancelled. It shows what was found until then.</p>
`;
  if (crawl.errorDetail !== null && !isOpen(shown))
    return html`<p class="notice">This crawl ended early. ${crawl.errorDetail}</p>
`;
  if (!isOpen(shown)) return NOTHING;
  return html`<div class="notice"><p><label for="progress">This crawl is in progress</label></p>
<progress id="progress" max="1" value="${String(fractionOf(shown))}"></progress>
<p><span id="progress-text">${progressText(shown)}</span> <a href="">Reload</a></p></div>
`;
}

/** How far a crawl is, from 0 to 1. */
export function fractionOf({ crawl, summary }: SummedCrawl): number {
  return progressOf(summary, crawl.maxPages, false);
}

/** How far a crawl is, as a sentence. */
export function progressText(shown: SummedCrawl): string {
  const { pages } = shown.summary;
  const { pages_per_second: rate, seconds_left: left } = paceOf(shown);
  const speed = rate !== null && rate > 0 ? `, ${String(rate)} per second` : '';
  const time = left !== null && left > 0 ? `, about ${durationText(left)} to go` : '';
  return `${counted(pages.completed + pages.failed, 'page')} done, ${String(pages.queued)} known to be left${speed}${time}.`;
}

/** What became of its pages. */
export function pagesText({ summary: { pages } }: SummedCrawl): string {
  const failed = pages.failed === 0 ? '' : `, ${String(pages.failed)} not loaded`;
  const skipped = Object.values(pages.skipped).reduce((sum, count) => sum + count, 0);
  return `${counted(pages.completed, 'page')} audited${failed}${skipped === 0 ? '' : `, ${String(skipped)} not visited`}`;
}

export function isOpen({ crawl: { status } }: SummedCrawl): boolean {
  return status === 'queued' || status === 'running';
}

function durationText(seconds: number): string {
  return seconds < 90 ? counted(seconds, 'second') : counted(Math.round(seconds / 60), 'minute');
}
