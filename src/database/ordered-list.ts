import { type Position } from '../http/listing/cursor.js';
import { type SortValue } from '../http/listing/listing-query.dto.js';
import {
  type Listed,
  type Slice,
  type SliceOf,
  type Total,
  SEARCH_TOTAL_CAP,
} from '../http/listing/listing.js';
import { type Database, statementOf } from './database.js';
import { beyond, cappedTotal, directionOf, orderBy, sliceFrom } from './keyset.js';

/** A list as SQL. Conditions and order are texts of ours, values always travel as parameters; `$1` is the
 *  account. */
export interface OrderedList {
  readonly table: string;
  readonly columns: string;
  /** Joined by AND; they refer to `values` as `$1`, `$2`, … */
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
  /** Rows that the table still holds but the list does not, and whether there are any at present: a condition of its
   *  own, because it can't be read from the indexes of the order. null where there never are. */
  readonly hidden: { readonly condition: string; readonly isAny: string } | null;
  /** For a list in the order of ids: the last id of each stretch of it and how many rows that holds. null where that
   *  is not kept. */
  readonly blocks: string | null;
  /** Expression of the sort field, spelled as an index spells it. */
  readonly order: string;
  /** Kept total of exactly these conditions, and how many of the first `values` its text refers to; null where
   *  the matches have to be counted. */
  readonly total: { readonly text: string; readonly parameters: number } | null;
}

/** Pages from this offset on are read from the nearer end. */
const DEEP = 1000;

/** Reads one slice by number (with the total) or from a position (without). */
export async function readSlice<Row extends object>(
  database: Database,
  list: OrderedList,
  slice: Slice,
): Promise<SliceOf<Row>> {
  return 'page' in slice.from
    ? readPage<Row>(database, list, { ...slice, page: slice.from.page })
    : readFrom<Row>(database, list, { ...slice, from: slice.from });
}

async function readPage<Row extends object>(
  database: Database,
  list: OrderedList,
  { page, perPage, sort }: { page: number; perPage: number; sort: SortValue },
): Promise<SliceOf<Row>> {
  const offset = (page - 1) * perPage;
  if (offset > 0) {
    const { isAnyHidden, ...total } = await readTotal(database, list);
    if (offset >= total.count && !total.isCapped) return { rows: [], hasMore: false, total };
    if (offset >= DEEP && !total.isCapped) {
      const present = isAnyHidden ? { ...list, blocks: null } : { ...list, hidden: null };
      return readDeepPage<Row>(database, present, { offset, perPage, sort, total });
    }
  }
  const { text, values } = pageStatement(list, { page, perPage, sort });
  const rows = await read<Row & Listed & { list_total: number }>(database, text, values);
  const total = rows[0] ? totalFrom(list, rows[0].list_total) : await readTotal(database, list);
  return sliceFrom(rows, { sort, perPage, from: { page } }, total);
}

async function readDeepPage<Row extends object>(
  database: Database,
  list: OrderedList,
  { offset, perPage, sort, total }: { offset: number; perPage: number; sort: SortValue; total: Total },
): Promise<SliceOf<Row>> {
  const { text, values } = deepPageStatement(list, { offset, perPage, sort, total: total.count });
  const rows = await read<Row & Listed>(database, text, values);
  return { rows, hasMore: offset + rows.length < total.count, total };
}

/** The statement that reads a page far from the start: its ids by the index alone, from the beginning of its block or
 *  whichever end is nearer, and only then its rows. */
export function deepPageStatement(
  list: OrderedList,
  { offset, perPage, sort, total }: { offset: number; perPage: number; sort: SortValue; total: number },
): { text: string; values: readonly unknown[] } {
  const limit = Math.min(perPage, total - offset);
  const fromEnd = total - offset - limit;
  const part = {
    limit,
    fromLowest: sort === 'asc' ? offset : fromEnd,
    fromHighest: sort === 'asc' ? fromEnd : offset,
  };
  const { text, values } =
    list.blocks === null ? idsFromEnd(list, part) : idsOfBlock(list, list.blocks, part);
  const { table, columns, order } = list;
  // Each row by itself: an ordered join would read the whole list for them.
  return {
    text: `WITH ${text}
      SELECT page.* FROM ids CROSS JOIN LATERAL (
        SELECT ${columns}, ${order} AS sort_value FROM ${table} r WHERE r.account_id = $1 AND r.id = found_id OFFSET 0
      ) AS page${orderBy(order === 'id' ? 'id' : 'sort_value', directionOf(sort, null))}`,
    values,
  };
}

interface DeepPart {
  readonly limit: number;
  /** Rows before the page in ascending order. */
  readonly fromLowest: number;
  /** Rows before it in descending order. */
  readonly fromHighest: number;
}

function idsFromEnd(list: OrderedList, { limit, fromLowest, fromHighest }: DeepPart) {
  const isFromLowest = fromLowest < fromHighest;
  const at = list.values.length;
  return {
    text: `ids AS MATERIALIZED (
        SELECT id AS found_id FROM ${list.table} r
          WHERE ${conditionOf(list)}${orderBy(list.order, isFromLowest ? 'ASC' : 'DESC')}
          LIMIT $${String(at + 1)} OFFSET $${String(at + 2)}
      )`,
    values: [...list.values, limit, isFromLowest ? fromLowest : fromHighest],
  };
}

function idsOfBlock(list: OrderedList, blocks: string, { limit, fromLowest }: DeepPart) {
  const [limitAt, offsetAt] = [list.values.length + 1, list.values.length + 2];
  return {
    text: `blocks AS (SELECT last_id, sum(count) OVER (ORDER BY last_id) AS upto FROM (${blocks}) AS b),
      before AS MATERIALIZED (
        SELECT last_id, upto FROM blocks WHERE upto <= $${String(offsetAt)} ORDER BY last_id DESC LIMIT 1
      ),
      ids AS MATERIALIZED (
        SELECT id AS found_id FROM ${list.table} r
          WHERE ${conditionOf(list)} AND id > coalesce((SELECT last_id FROM before), 0) ORDER BY id
          LIMIT $${String(limitAt)} OFFSET $${String(offsetAt)} - coalesce((SELECT upto::bigint FROM before), 0)
      )`,
    values: [...list.values, limit, fromLowest],
  };
}

/** The statement that reads one page, with one row more to tell whether the list goes on, and the total. */
export function pageStatement(
  list: OrderedList,
  { page, perPage, sort }: { page: number; perPage: number; sort: SortValue },
): { text: string; values: readonly unknown[] } {
  const offset = `$${String(list.values.length + 1)}`;
  const rows = `${selectOf(list)}${orderBy(list.order, directionOf(sort, null))} LIMIT ${String(perPage + 1)} OFFSET ${offset}`;
  return {
    text: `SELECT (${totalOf(list)}) AS list_total, page.* FROM (${rows}) AS page`,
    values: [...list.values, (page - 1) * perPage],
  };
}

async function readFrom<Row extends object>(
  database: Database,
  list: OrderedList,
  slice: Slice & { readonly from: Position },
): Promise<SliceOf<Row>> {
  const { from, perPage, sort } = slice;
  const direction = directionOf(sort, from);
  const rest = beyond(list, direction, from);
  const text = `${selectOf(rest)}${orderBy(list.order, direction)} LIMIT ${String(perPage + 1)}`;
  return sliceFrom(await read<Row & Listed>(database, text, rest.values), slice);
}

async function readTotal(database: Database, list: OrderedList): Promise<Total & { isAnyHidden: boolean }> {
  const [row] = await read<{ list_total: number | null; is_any_hidden: boolean }>(
    database,
    `SELECT (${totalOf(list)}) AS list_total, ${list.hidden?.isAny ?? 'false'} AS is_any_hidden`,
    list.values.slice(0, list.total?.parameters),
  );
  return { ...totalFrom(list, row?.list_total ?? 0), isAnyHidden: row?.is_any_hidden ?? false };
}

function totalFrom(list: OrderedList, count: number): Total {
  return list.total === null ? cappedTotal(count) : { count, isCapped: false };
}

function totalOf(list: OrderedList): string {
  if (list.total !== null) return list.total.text;
  return `SELECT count(*) FROM (SELECT 1 FROM ${list.table} WHERE ${conditionOf(list)} LIMIT ${String(SEARCH_TOTAL_CAP + 1)}) AS matches`;
}

function selectOf(list: OrderedList): string {
  const compared = list.order === 'id' ? '' : `, ${list.order} AS sort_value`;
  return `SELECT ${list.columns}${compared} FROM ${list.table} r WHERE ${conditionOf(list)}`;
}

/** All that holds for a list's rows. */
export function conditionOf({ conditions, hidden }: OrderedList): string {
  return [...conditions, ...(hidden ? [hidden.condition] : [])].join(' AND ');
}

function read<Row extends object>(
  database: Database,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return database.rowsOfReplica<Row>(statementOf(text), values);
}
