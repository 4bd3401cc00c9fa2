import { ValidationFailed } from '../http-errors.js';
import { type CursorScope, decodeCursor, encodeCursor, type Position } from './cursor.js';
import { type ListingQuery, type SortValue } from './listing-query.dto.js';

/** Which slice of an ordered list is wanted: by number, or from a position. */
export interface Slice {
  readonly sort: SortValue;
  readonly perPage: number;
  readonly from: { readonly page: number } | Position;
}

/** What each row of a list has. */
export interface Listed {
  readonly id: number;
  /** What the order compares; absent where that is the id. */
  readonly sort_value?: string | number;
}

/** A slice as a repository answers it, in the list's order. */
export interface SliceOf<Row> {
  readonly rows: readonly (Row & Listed)[];
  /** Whether the list goes on past the slice, in the direction read. */
  readonly hasMore: boolean;
  /** Only where the slice was asked for by number. */
  readonly total: Total | null;
  /** Sort value and id of the record after which a search was broken off; null or absent where it was not. */
  readonly stoppedAt?: Omit<Position, 'towards'> | null;
  /** Records of the list that were searched, where that is not all of them. */
  readonly searched?: number;
}

export interface Total {
  readonly count: number;
  /** More than `count` match; they were not counted. */
  readonly isCapped: boolean;
}

/** More matches of a search than these are not counted. */
export const SEARCH_TOTAL_CAP = 10_000;

/** Reads the slice that a query asks for.
 *  @throws ValidationFailed for a cursor of another list, or one beside a page */
export function sliceOf(query: ListingQuery, scope: CursorScope): Slice {
  const { sort, per_page: perPage, cursor, page } = query;
  if (cursor === undefined) return { sort, perPage, from: { page: page ?? 1 } };
  if (page !== undefined) {
    throw new ValidationFailed({ cursor: ['cursor must not be sent together with page.'] });
  }
  const position = decodeCursor(cursor, scope);
  if (!position) {
    throw new ValidationFailed({
      cursor: [
        'cursor must be one that an answer with the same filters and order gave. Start again without it.',
      ],
    });
  }
  return { sort, perPage, from: position };
}

/** Cursors to what follows and what precedes a slice, null at the ends. */
export function cursorsOf<Row>(
  slice: Slice,
  { rows, hasMore, stoppedAt }: SliceOf<Row>,
  scope: CursorScope,
): { next: string | null; prev: string | null } {
  const isBackwards = 'towards' in slice.from && slice.from.towards === 'prev';
  const first = rows[0] && encodeCursor({ ...placeOf(rows[0]), towards: 'prev' }, scope);
  const lastRow = rows.at(-1);
  const last = lastRow && encodeCursor({ ...placeOf(lastRow), towards: 'next' }, scope);
  const stop = stoppedAt && encodeCursor({ ...stoppedAt, towards: isBackwards ? 'prev' : 'next' }, scope);
  return isBackwards
    ? { next: last ?? null, prev: (hasMore ? first : stop) ?? null }
    : { next: (hasMore ? last : stop) ?? null, prev: first ?? null };
}

function placeOf({ id, sort_value }: Listed): Omit<Position, 'towards'> {
  return { id, value: sort_value ?? id };
}
