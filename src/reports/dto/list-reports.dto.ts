import { ListingQuery, SearchBy, SortBy } from '../../platform/http/listing/listing-query.dto.js';
import { DateTimeFilter } from '../../platform/http/rules/dates.js';
import { IdFilter } from '../../platform/http/rules/ids.js';
import { OneOf } from '../../platform/http/rules/choices.js';
import { type Result } from '../../engine/audit/score.js';

export const REPORT_SORT_FIELDS = ['id', 'url', 'score'] as const;

export type ReportSortField = (typeof REPORT_SORT_FIELDS)[number];

export class ListReportsQuery extends ListingQuery {
  @SearchBy(['url']) search_by = 'url' as const;

  @IdFilter('Only reports of this website.') website_id?: number;

  @IdFilter('Only reports that were sent together: batch_id of POST /api/v1/reports/batch.')
  batch_id?: number;

  @OneOf(['good', 'decent', 'bad'], {
    description: 'Only reports with this result.',
    enumName: 'ResultFilter',
  })
  result?: Result;

  @DateTimeFilter('Only reports created at this time or later.') created_after?: Date;

  @DateTimeFilter('Only reports created before this time.') created_before?: Date;

  @SortBy(REPORT_SORT_FIELDS) sort_by: ReportSortField = 'id';
}
