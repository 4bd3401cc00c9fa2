import { type Result } from '../../engine/audit/score.js';
import { ListingQuery, SortBy } from '../../platform/http/listing/listing-query.dto.js';
import { OneOf } from '../../platform/http/rules/one-of.js';
import { REPORT_SORT_FIELDS, type ReportSortField } from '../../reports/dto/list-reports.dto.js';

/** Fields of the filter form on a website's page. */
export class ListSharedReportsQuery extends ListingQuery {
  @OneOf(['good', 'decent', 'bad'], { description: 'Only reports with this result.' })
  result?: Result;

  @SortBy(REPORT_SORT_FIELDS) sort_by: ReportSortField = 'id';
}
