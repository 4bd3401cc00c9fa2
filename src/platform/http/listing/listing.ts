import { ValidationFailed } from '../../errors/http-errors.js';
import { type Position, type Slice, type SliceOf, type Listed } from '../../database/slice.js';
import { type CursorScope, decodeCursor, encodeCursor } from './cursor.js';
import { type PagedQuery } from './listing-query.dto.js';

/** One page of a list, as a service returns it. */
export interface Listing<Row> {
  readonly query: PagedQuery;
  readonly slice: Slice;
  readonly result: SliceOf<Row>;
  readonly cursors: Cursors;
  /** Reads on from the slice to the end of the list. Every batch is a statement of its own that continues after the last
   *  row, so rows that are added or deleted meanwhile neither repeat nor skip others. */
  readonly rest: (batchSize: number) => AsyncGenerator<readonly Row[]>;
}

export interface Cursors {
  readonly next: string | null;
  readonly prev: string | null;
}

/** Where a page of a list begins: by its number, or by a cursor. */
export type PageAddress = Readonly<{ page: number }> | Readonly<{ cursor: string }>;

/** The pages beside one page of a list; null: there is none, or nothing is known of it. */
export type NearbyPages = Readonly<Record<'first' | 'last' | 'prev' | 'next', PageAddress | null>>;

/** Fields of a query that may change from one page to the next. */
const PAGING = new Set(['page', 'per_page', 'cursor']);

/** Whose list it is: an account's, or that of something which the account has. */
export type ListOwner = number | readonly [accountId: number, ...within: (number | string)[]];

/** Reads the page of a list that a query asks for.
 *  @param query whose class and fields, filters included, bind the cursors, as does the owner
 *  @throws ValidationFailed for a cursor of another list, or one together with a page */
export async function listingOf<Row>(
  query: PagedQuery,
  owner: ListOwner,
  read: (slice: Slice) => Promise<SliceOf<Row>>,
): Promise<Listing<Row>> {
  const scope = scopeOf(query, owner);
  const slice = sliceOf(query, scope);
  const result = await read(slice);
  const rest = (batchSize: number) => restOf(result, (from) => read({ ...slice, perPage: batchSize, from }));
  return { query, slice, result, cursors: cursorsOf(slice, result, scope), rest };
}

/** A list that is only exported, so it has no pages.
 *  @param read all of it, in batches of at most so many rows */
export function exportOf<Row>(query: PagedQuery, read: Listing<Row>['rest']): Listing<Row> {
  const slice: Slice = { sort: query.sort, perPage: query.per_page, from: { page: 1 } };
  const result = { rows: [], hasMore: false, total: null };
  return { query, slice, result, cursors: { next: null, prev: null }, rest: read };
}

async function* restOf<Row>(
  first: SliceOf<Row>,
  read: (from: Position) => Promise<SliceOf<Row>>,
): AsyncGenerator<readonly Row[]> {
  for (let end = endOf(first); end;) {
    const batch = await read({ ...end, towards: 'next' });
    yield batch.rows;
    end = endOf(batch);
  }
}

/** Where a slice ends that was read forwards; null at the end of the list. */
function endOf<Row>({ rows, hasMore, stoppedAt }: SliceOf<Row>): Omit<Position, 'towards'> | null {
  const last = rows.at(-1);
  return (hasMore && last ? placeOf(last) : stoppedAt) ?? null;
}

/** Derived, so that a new filter is part of it. */
function scopeOf(query: PagedQuery, owner: ListOwner): CursorScope {
  const filters = Object.entries(query).filter(([name, value]) => !PAGING.has(name) && value !== undefined);
  return [owner, query.constructor.name, filters.sort()];
}

function sliceOf(query: PagedQuery, scope: CursorScope): Slice {
  const { sort, per_page: perPage, cursor, page } = query;
  if (cursor === undefined) return { sort, perPage, from: { page: page ?? 1 } };
  if (page !== undefined) {
    throw new ValidationFailed({ cursor: ['cursor must not be sent together with page.'] });
  }
  const position = decodeCursor(cursor, scope);
  if (!position) {
    throw new ValidationFailed({
      cursor: ['cursor must come from a response with the same filters and order. Start again without it.'],
    });
  }
  return { sort, perPage, from: position };
}

/** Cursors to what follows and what precedes a slice, null at the ends. */
function cursorsOf<Row>(
  slice: Slice,
  { rows, hasMore, stoppedAt }: SliceOf<Row>,
  scope: CursorScope,
): Cursors {
  const { from } = slice;
  if (rows.length === 0 && !stoppedAt && 'towards' in from) return cursorsBack(from, slice.sort, scope);
  const isBackwards = 'towards' in from && from.towards === 'prev';
  const first = rows[0] && encodeCursor({ ...placeOf(rows[0]), towards: 'prev' }, scope);
  const lastRow = rows.at(-1);
  const last = lastRow && encodeCursor({ ...placeOf(lastRow), towards: 'next' }, scope);
  const stop = stoppedAt && encodeCursor({ ...stoppedAt, towards: isBackwards ? 'prev' : 'next' }, scope);
  return isBackwards
    ? { next: last ?? null, prev: (hasMore ? first : stop) ?? null }
    : { next: (hasMore ? last : stop) ?? null, prev: first ?? null };
}

/** Cursors where nothing is left beyond a position: to the rows on its other side, its own included. */
function cursorsBack({ id, value, towards }: Position, sort: Slice['sort'], scope: CursorScope): Cursors {
  const step = (sort === 'asc') === (towards === 'next') ? 1 : -1;
  const back = towards === 'next' ? 'prev' : 'next';
  return { next: null, prev: null, [back]: encodeCursor({ id: id + step, value, towards: back }, scope) };
}

function placeOf({ id, sort_value }: Listed): Omit<Position, 'towards'> {
  return { id, value: sort_value ?? id };
}

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
