import { type Slice } from '../../database/slice.js';
import { ValidationFailed } from '../../errors/http-errors.js';
import { OneOf } from '../rules/choices.js';
import { encodeCursor } from './cursor.js';
import { ListingQuery } from './listing-query.dto.js';
import { type ListOwner, listingOf } from './listing.js';

class ListShoesQuery extends ListingQuery {
  @OneOf(['red', 'blue'], { description: 'Only shoes of this color.' }) color?: string;
}

class ListHatsQuery extends ListShoesQuery {}

const rows = [{ id: 7 }, { id: 5 }];

/** The slice that a query reads, and the cursor that follows it. */
async function read(query: ListingQuery, owner: ListOwner = 1): Promise<{ slice: Slice; cursor: string }> {
  const { slice, cursors } = await listingOf(query, owner, () =>
    Promise.resolve({ rows, hasMore: true, total: null }),
  );
  return { slice, cursor: cursors.next ?? '' };
}

function shoes(fields: Partial<ListShoesQuery>): ListShoesQuery {
  return Object.assign(new ListShoesQuery(), fields);
}

describe('a cursor beyond which nothing is left', () => {
  it.each([
    ['next', 'asc', { towards: 'prev', value: 5, id: 6 }],
    ['next', 'desc', { towards: 'prev', value: 5, id: 4 }],
    ['prev', 'asc', { towards: 'next', value: 5, id: 4 }],
    ['prev', 'desc', { towards: 'next', value: 5, id: 6 }],
  ] as const)('leads back to its own row, %s in %s order', async (towards, sort, from) => {
    const list = shoes({ sort });
    const only = { rows: [{ id: 5 }], hasMore: true, total: null };
    const full = await listingOf(list, 1, () => Promise.resolve(only));
    const start = encodeCursor({ towards, value: 5, id: 5 }, [1, 'ListShoesQuery', [['sort', sort]]]);
    expect(full.cursors.next).not.toBeNull();
    const empty = { rows: [], hasMore: false, total: null };
    const { cursors } = await listingOf(shoes({ sort, cursor: start }), 1, () => Promise.resolve(empty));
    const back = cursors[from.towards];
    expect(cursors[towards]).toBeNull();
    const { slice } = await read(shoes({ sort, cursor: back ?? '' }));
    expect(slice.from).toEqual(from);
  });
});

describe('a cursor', () => {
  it('continues the list whose query gave it, with pages of any size', async () => {
    const { cursor } = await read(shoes({ color: 'red', search: 'a' }));
    const { slice } = await read(shoes({ search: 'a', color: 'red', per_page: 50, cursor }));
    expect(slice).toEqual({ sort: 'desc', perPage: 50, from: { towards: 'next', value: 5, id: 5 } });
  });

  it.each([
    ['another filter', shoes({ color: 'blue' })],
    ['a filter less', shoes({})],
    ['a filter more', shoes({ color: 'red', search: 'a' })],
    ['another order', shoes({ color: 'red', sort: 'asc' })],
    ['another list', Object.assign(new ListHatsQuery(), { color: 'red' })],
  ])('is refused with %s', async (_what, query) => {
    const { cursor } = await read(shoes({ color: 'red' }));
    await expect(read(Object.assign(query, { cursor }))).rejects.toThrow(ValidationFailed);
  });

  it.each<[ListOwner, ListOwner]>([
    [1, [1, 2]],
    [
      [1, 2],
      [1, 3],
    ],
    [
      [1, 2, 'title'],
      [1, 2, 'links'],
    ],
  ])('of the list of %j is refused by that of %j', async (owner, other) => {
    const { cursor } = await read(shoes({}), owner);
    await read(shoes({ cursor }), owner);
    await expect(read(shoes({ cursor }), other)).rejects.toThrow(ValidationFailed);
  });

  it('is refused for another account, and together with a page', async () => {
    const { cursor } = await read(shoes({}));
    await expect(read(shoes({ cursor }), 2)).rejects.toThrow(ValidationFailed);
    await expect(read(shoes({ cursor, page: 1 }))).rejects.toThrow(ValidationFailed);
  });
});
