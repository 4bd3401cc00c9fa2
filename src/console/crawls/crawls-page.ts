import { type SummedCrawl } from '../../crawls/crawl.view.js';
import { type ListCrawlsQuery } from '../../crawls/dto/list-crawls.dto.js';
import { type Result } from '../../engine/audit/score.js';
import { html } from '../../platform/pages/html.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { crawlRows } from '../../presentation/crawls/crawl-sections.js';
import { foundText, isFiltered, pagination, rowsOrNotice } from '../../presentation/list-parts.js';
import { type ListQuery } from '../forms/list-query.decorator.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, may } from '../pages/console-page.js';

const PATH = '/console/crawls';
const NEW_PATH = `${PATH}/new`;

export interface CrawlsPage extends ListQuery<ListCrawlsQuery> {
  readonly listing: Listing<SummedCrawl>;
  readonly resultOf: (score: number) => Result;
}

/** All crawls, newest first. */
export function crawlsPage(visit: ConsoleVisit, { query, faults, listing, resultOf }: CrawlsPage): string {
  const list = { path: PATH, listing, query };
  const { rows } = listing.result;
  const mayCrawl = may(visit, 'crawls:write');
  const actions =
    mayCrawl &&
    html`<div class="actions"><a href="${NEW_PATH}">New crawl</a></div>
`;
  return consolePage(visit, {
    title: 'Crawls',
    list,
    faults,
    main: rowsOrNotice(
      list,
      html`${foundText(list, 'crawl')}${actions}${crawlRows(rows, { path: PATH, resultOf })}${pagination(list)}`,
      isFiltered(query)
        ? html`${foundText(list, 'crawl')}<p class="notice">No crawls match.</p>
`
        : html`<p class="notice">Nothing is here yet.${mayCrawl && html` <a href="${NEW_PATH}">Audit a whole website</a>.`}</p>
`,
    ),
  });
}
