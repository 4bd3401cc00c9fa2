import { type Result } from '../../engine/audit/score.js';
import { ListingQuery, SortBy } from '../../platform/http/listing/listing-query.dto.js';
import { OneOf } from '../../platform/http/rules/choices.js';
import { PAGE_SORT_FIELDS, type PageSortField } from '../../reports/dto/list-website-pages.dto.js';

/** Fields of the filter form on a website's page. */
export class ListSharedPagesQuery extends ListingQuery {
  @OneOf(['good', 'decent', 'bad'], { description: 'Only pages whose latest report has this result.' })
  result?: Result;

  /** Addresses made by versions up to 1.1 have `id`, which means the date, too. */
  @SortBy([...PAGE_SORT_FIELDS, 'id']) sort_by: PageSortField | 'id' = 'generated_at';
}
