import { PagedQuery, SortBy } from '../../http/listing/listing-query.dto.js';

export class ListKeysQuery extends PagedQuery {
  @SortBy(['id', 'name']) sort_by: 'id' | 'name' = 'id';
}
