import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type CrawlContent, crawlParts } from '../../sharing/pages/crawl-page.js';
import { isOpen } from '../../sharing/pages/crawl-progress.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, may, postForm } from './console-page.js';

/** A crawl as its share page shows it, with what can be done. */
export function consoleCrawlPage(visit: ConsoleVisit, content: CrawlContent): string {
  const { domain, websitePath, shown } = content;
  const { hero, main } = crawlParts(content);
  return consolePage(visit, {
    title: `Crawl ${String(shown.crawl.id)} of ${domain}`,
    heading: html`<p class="crumbs"><a href="${websitePath}">${domain}</a> / Crawl ${shown.crawl.id}</p>
${hero}`,
    main: html`${actionsOf(visit, content)}${main}`,
  });
}

function actionsOf(visit: ConsoleVisit, { shown, crawlsPath }: CrawlContent): Html {
  if (!may(visit, 'crawls:write')) return NOTHING;
  const path = `${crawlsPath}/${String(shown.crawl.id)}`;
  const again = postForm(
    visit,
    { action: crawlsPath },
    html`<input type="hidden" name="url" value="${shown.crawl.url}"><input type="hidden" name="max_pages" value="${shown.crawl.maxPages}"><button>Crawl again</button>
`,
  );
  const cancel = postForm(
    visit,
    { action: `${path}/cancel` },
    html`<button>Cancel</button>
`,
  );
  return html`<div class="actions">${isOpen(shown) ? cancel : again}<a href="${path}/delete">Delete this crawl</a></div>
`;
}
