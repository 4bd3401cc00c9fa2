import { ValidationFailed } from '../../errors/http-errors.js';
import { PagedQuery } from './listing-query.dto.js';
import { type ListOwner, listingOf } from './listing.js';

class AnyQuery extends PagedQuery {}

const ROWS = { rows: [{ id: 1 }], hasMore: true, total: null };

function listed(owner: ListOwner, cursor?: string) {
  const query = Object.assign(new AnyQuery(), { sort: 'asc', per_page: 10, cursor });
  return listingOf(query, owner, () => Promise.resolve(ROWS));
}

it.each<[ListOwner, ListOwner]>([
  [1, 2],
  [1, [1, 2]],
  [
    [1, 2],
    [1, 3],
  ],
  [
    [1, 2, 'title'],
    [1, 2, 'links'],
  ],
])('keeps cursors of the list of %j from that of %j', async (owner, other) => {
  const { cursors } = await listed(owner);
  expect(cursors.next).not.toBeNull();
  await listed(owner, cursors.next ?? '');
  await expect(listed(other, cursors.next ?? '')).rejects.toThrow(ValidationFailed);
});
