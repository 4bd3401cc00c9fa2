import { html } from '../../platform/pages/html.js';
import { pagesText } from '../../presentation/crawls/crawl-progress.js';
import { crumbs, pathOf, type Share, sharePage } from './share-page.js';
import { type CrawlContent, crawlParts } from '../../presentation/crawls/crawl-sections.js';

/** A crawl: what the pages of a website have in common, worst first. */
export function crawlPage(
  share: Share,
  content: Omit<CrawlContent, 'domain' | 'websitePath' | 'crawlsPath'>,
): string {
  const { crawl, summary } = content.shown;
  const { domain } = share.website;
  const { mean } = summary.score;
  const about = mean === null ? '' : `, score ${String(mean)}`;
  const path = pathOf(share.website);
  const { hero, main } = crawlParts({
    ...content,
    domain,
    websitePath: path,
    crawlsPath: `${path}/crawls`,
  });
  return sharePage(share, {
    path: `/crawls/${String(crawl.id)}`,
    title: `Crawl of ${domain}${about}`,
    description: `The pages of ${domain} together${about}: ${pagesText(content.shown)}. Broken links, duplicates, redirects, and what most pages should fix.`,
    heading: html`${crumbs(share, `Crawl ${String(crawl.id)}`)}${hero}`,
    main,
  });
}
