import { DateTimeFilter } from '../../platform/http/rules/dates.js';
import { ListingQuery, SearchBy, SortBy } from '../../platform/http/listing/listing-query.dto.js';

export const WEBSITE_SORT_FIELDS = ['id', 'domain', 'reports_avg_score', 'reports_count'] as const;

export type WebsiteSortField = (typeof WEBSITE_SORT_FIELDS)[number];

export class ListWebsitesQuery extends ListingQuery {
  @SearchBy(['domain']) search_by = 'domain' as const;

  @DateTimeFilter('Only websites created at this time or later.') created_after?: Date;

  @DateTimeFilter('Only websites created before this time.') created_before?: Date;

  @SortBy(WEBSITE_SORT_FIELDS) sort_by: WebsiteSortField = 'id';
}
