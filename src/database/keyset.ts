import { type Position } from '../http/listing/cursor.js';
import { type SortValue } from '../http/listing/listing-query.dto.js';
import {
  type Listed,
  SEARCH_TOTAL_CAP,
  type Slice,
  type SliceOf,
  type Total,
} from '../http/listing/listing.js';

export type Direction = 'ASC' | 'DESC';

interface Conditioned {
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
  readonly order: string;
}

/** In which direction a list is read: backwards for what comes before a position. */
export function directionOf(sort: SortValue, from: Position | null): Direction {
  const isBackwards = from?.towards === 'prev';
  return isBackwards === (sort === 'asc') ? 'DESC' : 'ASC';
}

/** @param order the expression that is compared; ids decide where it is the same */
export function orderBy(order: string, direction: Direction): string {
  return order === 'id' ? ` ORDER BY id ${direction}` : ` ORDER BY ${order} ${direction}, id ${direction}`;
}

/** The list from a position on. */
export function beyond<List extends Conditioned>(list: List, direction: Direction, from: Position): List {
  const { order, conditions, values } = list;
  const comparison = direction === 'ASC' ? '>' : '<';
  const at = values.length;
  const [condition, position] =
    order === 'id'
      ? [`id ${comparison} $${String(at + 1)}`, [from.id]]
      : [`(${order}, id) ${comparison} ($${String(at + 1)}, $${String(at + 2)})`, [from.value, from.id]];
  return { ...list, conditions: [...conditions, condition], values: [...values, ...position] };
}

/** Makes a slice of its rows as they were read, with one more than it holds where the list goes on. */
export function sliceFrom<Row>(
  rows: readonly (Row & Listed)[],
  { from, perPage }: Slice,
  total: Total | null = null,
): SliceOf<Row> {
  const kept = rows.slice(0, perPage);
  const isBackwards = 'towards' in from && from.towards === 'prev';
  return { rows: isBackwards ? kept.reverse() : kept, hasMore: rows.length > perPage, total };
}

/** Of matches that were counted up to one more than the cap. */
export function cappedTotal(count: number): Total {
  return { count: Math.min(count, SEARCH_TOTAL_CAP), isCapped: count > SEARCH_TOTAL_CAP };
}
