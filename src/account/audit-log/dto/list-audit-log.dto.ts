import { PagedQuery } from '../../../platform/http/listing/listing-query.dto.js';
import { DateTimeFilter } from '../../../platform/http/rules/dates.js';

export class ListAuditLogQuery extends PagedQuery {
  @DateTimeFilter('Only changes at this time or later.') created_after?: Date;

  @DateTimeFilter('Only changes before this time.') created_before?: Date;
}
