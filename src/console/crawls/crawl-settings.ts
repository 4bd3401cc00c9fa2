import { type Crawl, type CrawlSource } from '../../crawls/crawl.entity.js';
import { counted } from '../../basics/quantities.js';
import { type Html, html } from '../../platform/pages/html.js';
import { scraped } from '../../presentation/scraped.js';
import { RENDER_WORDS } from '../pages/render-field.js';

/** Where addresses come from. */
export const SOURCE_WORDS: Readonly<Record<CrawlSource, string>> = {
  sitemap: 'The sitemaps of the site',
  links: 'The links of its pages',
};

/** What a crawl was told. */
export function settingsOf(crawl: Crawl): Html {
  const { maxPages, maxDepth, sources, include, exclude, render, delayMs } = crawl;
  const from = sources.map((source) => SOURCE_WORDS[source]).join(', ');
  return html`<details><summary>Settings</summary>
<dl class="facts">
<dt>At most</dt><dd>${counted(maxPages, 'page')}, ${counted(maxDepth, 'click')} from the start</dd>
<dt>Addresses from</dt><dd>${from}</dd>
${patterns('Only', include)}${patterns('Without', exclude)}<dt>In a browser</dt><dd>${RENDER_WORDS[render]}</dd>
<dt>Between two pages</dt><dd>${delayMs} ms at least</dd>
</dl>
</details>
`;
}

function patterns(name: string, list: readonly string[]): Html | false {
  return (
    list.length > 0 &&
    html`<dt>${name}</dt><dd>${list.map((pattern, at) => html`${at > 0 && html`<br>`}${scraped(pattern, 500)}`)}</dd>
`
  );
}
