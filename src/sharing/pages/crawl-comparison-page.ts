import { html } from '../../platform/pages/html.js';
import {
  type CrawlComparisonContent,
  crawlComparisonParts,
} from '../../presentation/crawls/crawl-comparison-sections.js';
import { crumbs, pathOf, type Share, sharePage } from './share-page.js';

/** Two crawls of a website: findings and pages that changed. */
export function crawlComparisonPage(
  share: Share,
  content: Pick<CrawlComparisonContent, 'comparison' | 'resultOf'>,
): string {
  const path = pathOf(share.website);
  const { domain } = share.website;
  const { before, after } = content.comparison;
  const ids = { before: String(before.crawl.id), after: String(after.crawl.id) };
  const crawlsPath = `${path}/crawls`;
  const { summary, heading, main } = crawlComparisonParts({
    ...{ ...content, domain, crawlsPath },
    reportsPath: `${path}/reports`,
  });
  return sharePage(share, {
    path: `/crawls/compare/${ids.before}/${ids.after}`,
    title: `Comparison of crawls ${ids.before} and ${ids.after} of ${domain}`,
    description: `Two crawls of ${domain} compared: ${summary}.`,
    heading: html`${crumbs(share, html`<a href="${crawlsPath}/${ids.after}">Crawl ${ids.after}</a>`, `Compared with crawl ${ids.before}`)}
${heading}`,
    main,
  });
}
