import { type Listing } from './listing.js';

/** Where a page of a list begins: by its number, or by a cursor. */
export type PageAddress = Readonly<{ page: number }> | Readonly<{ cursor: string }>;

/** The pages beside one page of a list; null: there is none, or nothing is known of it. */
export type NearbyPages = Readonly<Record<'first' | 'last' | 'prev' | 'next', PageAddress | null>>;

/** Number of the last page of a list that is read by page numbers; null: it is read by cursors. */
export function lastPageOf({ slice: { from, perPage }, result: { total } }: Listing<unknown>): number | null {
  return 'page' in from && total ? Math.max(1, Math.ceil(total.count / perPage)) : null;
}

/** The pages that a page of a list leads to. */
export function pagesOf(listing: Listing<unknown>): NearbyPages {
  const { from } = listing.slice;
  const { hasMore, total } = listing.result;
  const last = lastPageOf(listing);
  const [prev, next] = [byCursor(listing.cursors.prev), byCursor(listing.cursors.next)];
  if (!('page' in from) || last === null) return { first: null, last: null, prev, next };
  const { page } = from;
  const isPastCap = total?.isCapped === true && page >= last;
  return {
    first: { page: 1 },
    last: { page: last },
    prev: page > 1 ? { page: isPastCap ? page - 1 : Math.min(page - 1, last) } : null,
    next: hasMore ? { page: page + 1 } : next,
  };
}

function byCursor(cursor: string | null): PageAddress | null {
  return cursor === null ? null : { cursor };
}
