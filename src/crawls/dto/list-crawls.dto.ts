import { PagedQuery } from '../../platform/http/listing/listing-query.dto.js';
import { IdFilter } from '../../platform/http/rules/ids.js';

export class ListCrawlsQuery extends PagedQuery {
  @IdFilter('Only crawls of this website.') website_id?: number;
}

export class ListCrawlPagesQuery extends PagedQuery {}

export class ListFindingPagesQuery extends PagedQuery {}
