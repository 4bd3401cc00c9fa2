export type SortValue = 'desc' | 'asc';

/** A place in an ordered list, beside a record. */
export interface Position {
  /** `next` reads the records that follow it, `prev` those that precede it. */
  readonly towards: 'next' | 'prev';
  /** The record's value of the sort field. */
  readonly value: string | number;
  readonly id: number;
}

/** Which part of an ordered list to read: a page by its number, or what follows or precedes a position. */
export interface Slice {
  readonly sort: SortValue;
  readonly perPage: number;
  readonly from: { readonly page: number } | Position;
}

/** What each row of a list has. */
export interface Listed {
  readonly id: number;
  /** The value that the list is ordered by; absent if that is the id. */
  readonly sort_value?: string | number;
}

/** A slice as a repository reads it, in the list's order. */
export interface SliceOf<Row> {
  readonly rows: readonly (Row & Listed)[];
  /** Whether the list goes on past the slice, in the direction of reading. */
  readonly hasMore: boolean;
  /** Null for a slice from a position. */
  readonly total: Total | null;
  /** Sort value and id of the record where a search stopped early; null or absent if it did not. */
  readonly stoppedAt?: Omit<Position, 'towards'> | null;
  /** Number of records searched, if not all. */
  readonly searched?: number;
}

export interface Total {
  readonly count: number;
  /** More than `count` records match; they were not counted. */
  readonly isCapped: boolean;
}

/** Matches of a search are counted up to this number: each is looked at. */
export const SEARCH_TOTAL_CAP = 10_000;
/** Other rows whose number is not kept are counted up to this number. */
export const TOTAL_CAP = 100_000;
