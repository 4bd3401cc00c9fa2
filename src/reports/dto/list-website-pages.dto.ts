import { type Result } from '../../engine/audit/score.js';
import { ListingQuery, SearchBy } from '../../platform/http/listing/listing-query.dto.js';
import { OneOf } from '../../platform/http/rules/choices.js';

export const PAGE_SORT_FIELDS = ['generated_at', 'url', 'score'] as const;

export type PageSortField = (typeof PAGE_SORT_FIELDS)[number];

export class ListWebsitePagesQuery extends ListingQuery {
  @SearchBy(['url']) search_by = 'url' as const;

  @OneOf(['good', 'decent', 'bad'], {
    description: 'Only pages whose latest report has this result.',
    enumName: 'ResultFilter',
  })
  result?: Result;

  @OneOf(PAGE_SORT_FIELDS, {
    description: 'Field to sort by; score and generated_at are those of the latest report.',
    default: 'generated_at',
  })
  sort_by: PageSortField = 'generated_at';
}
