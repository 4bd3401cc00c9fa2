import { PagedQuery, SortBy } from '../../platform/http/listing/listing-query.dto.js';

export class ListKeysQuery extends PagedQuery {
  @SortBy(['id', 'name']) sort_by: 'id' | 'name' = 'id';
}
