import { type EntityMetadata, type Repository } from 'typeorm';
import {
  type Listed,
  type Position,
  type Slice,
  type SliceOf,
  type SortValue,
  type Total,
  TOTAL_CAP,
} from './slice.js';
import { type Database } from './database.js';

/** A list as SQL, because the query builder would take half of a request's CPU. All texts are ours, values travel as
 *  parameters. The table is called r, and `$1` is the account. */
export interface ListSql {
  readonly columns: string;
  readonly from: string;
  /** Joined by AND. */
  readonly conditions: readonly string[];
  readonly parameters: readonly unknown[];
  /** Expression of the sort field, as an index spells it. */
  readonly order: string;
  /** Reads the kept number of rows; null if they have to be counted. */
  readonly total: Query | null;
  /** Up to how many are counted; default: 100,000. */
  readonly totalCap?: number;
}

/** SQL with its parameters. */
export interface Query {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** A query's text for a statement that has other parameters before those of the query.
 *  @param count of the others */
export function after(count: number, { text }: Query): string {
  return text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${String(Number(number) + count)}`);
}

type Direction = 'ASC' | 'DESC';

/** Pages from this offset on are read from the nearer end of the list. */
const DEEP = 1000;

/** Reads one slice of a list: by number with the total, or from a position without. */
export async function readSlice<Row extends object>(
  database: Database,
  list: ListSql,
  slice: Slice,
): Promise<SliceOf<Row>> {
  if (!('page' in slice.from)) {
    const { text, parameters } = fromPositionSql(list, slice.from, slice);
    return sliceFrom(await database.queryReplica<Row & Listed>(text, parameters), slice);
  }
  const offset = (slice.from.page - 1) * slice.perPage;
  const { total } = list;
  if (offset >= DEEP && total) return readDeepPage<Row>(database, { ...list, total }, { ...slice, offset });
  const { text, parameters } = pageSql(list, { offset, limit: slice.perPage + 1, sort: slice.sort });
  const rows = await database.queryReplica<Row & Counted>(text, parameters);
  return sliceFrom(withoutBlank(rows), slice, totalOf(list, rows[0]?.list_total ?? 0));
}

/** Row of a page with a total, which comes with a row of nulls if the page is empty. */
export type Counted = Listed & { readonly list_total: number };

export function withoutBlank<Row extends Listed>(rows: readonly Row[]): Row[] {
  return rows.filter(({ id }) => (id as number | null) !== null);
}

async function readDeepPage<Row extends object>(
  database: Database,
  list: ListSql & { readonly total: Query },
  { offset, perPage, sort }: Slice & { readonly offset: number },
): Promise<SliceOf<Row>> {
  const count = await readTotal(database, list.total);
  const total = { count, isCapped: false };
  const limit = Math.min(perPage, count - offset);
  if (limit <= 0) return { rows: [], hasMore: false, total };
  const fromEnd = count - offset - limit;
  const isBackwards = fromEnd < offset;
  const { text, parameters } = pageSql(list, {
    offset: isBackwards ? fromEnd : offset,
    limit,
    sort: isBackwards === (sort === 'asc') ? 'desc' : 'asc',
  });
  const rows = withoutBlank(await database.queryReplica<Row & Counted>(text, parameters));
  return { rows: isBackwards ? rows.reverse() : rows, hasMore: offset + rows.length < count, total };
}

async function readTotal(database: Database, total: Query): Promise<number> {
  const { text, parameters } = total;
  const [row] = await database.queryReplica<{ count: number | null }>(
    `SELECT (${text}) AS count`,
    parameters,
  );
  return row?.count ?? 0;
}

/** One page with the total. The page's ids are found first, so that rows that an offset skips are not put together. */
export function pageSql(
  list: ListSql,
  { offset, limit, sort }: { offset: number; limit: number; sort: SortValue },
): Query {
  const [limitAt, offsetAt] = [list.parameters.length + 1, list.parameters.length + 2];
  const direction = directionOf(sort, null);
  return {
    text: `SELECT t.list_total, page.* FROM (SELECT (${totalSql(list)}) AS list_total) t
      LEFT JOIN LATERAL (
        SELECT ${list.columns}, r.sort_value FROM (
          SELECT r.*, ${list.order} AS sort_value FROM ${list.from} WHERE ${list.conditions.join(' AND ')}
            ${orderBy(list.order, direction)} LIMIT $${String(limitAt)} OFFSET $${String(offsetAt)}
        ) r ${orderBy('sort_value', direction)}
      ) page ON true`,
    parameters: [...list.parameters, limit, offset, ...(list.total?.parameters ?? [])],
  };
}

function fromPositionSql(list: ListSql, from: Position, { perPage, sort }: Slice): Query {
  const direction = directionOf(sort, from);
  const { conditions, parameters } = beyond(list, direction, from);
  return {
    text: `SELECT ${list.columns}, ${list.order} AS sort_value FROM ${list.from} WHERE ${conditions.join(' AND ')}
      ${orderBy(list.order, direction)} LIMIT ${String(perPage + 1)}`,
    parameters,
  };
}

function totalSql({ total, totalCap = TOTAL_CAP, from, conditions, parameters }: ListSql): string {
  if (total) return `coalesce((${after(parameters.length + 2, total)}), 0)`;
  const most = String(totalCap + 1);
  return `SELECT count(*) FROM (SELECT FROM ${from} WHERE ${conditions.join(' AND ')} LIMIT ${most}) AS matches`;
}

function totalOf({ total, totalCap = TOTAL_CAP }: ListSql, count: number): Total {
  return total === null ? cappedTotal(count, totalCap) : { count, isCapped: false };
}

/** @param count of matches, which were counted up to one more than the cap */
export function cappedTotal(count: number, cap: number): Total {
  return { count: Math.min(count, cap), isCapped: count > cap };
}

/** The direction in which a list is read: backwards for what precedes a position. */
export function directionOf(sort: SortValue, from: Position | null): Direction {
  const isBackwards = from?.towards === 'prev';
  return isBackwards === (sort === 'asc') ? 'DESC' : 'ASC';
}

/** @param order the expression that is compared; equal ones are ordered by id */
export function orderBy(order: string, direction: Direction): string {
  return order === 'r.id' ? `ORDER BY r.id ${direction}` : `ORDER BY ${order} ${direction}, id ${direction}`;
}

/** The part of a list that follows a position in the given direction. */
export function beyond<List extends Pick<ListSql, 'conditions' | 'parameters' | 'order'>>(
  list: List,
  direction: Direction,
  from: Position,
): List {
  const { order, conditions, parameters } = list;
  const comparison = direction === 'ASC' ? '>' : '<';
  const at = parameters.length;
  const [condition, position] =
    order === 'r.id'
      ? [`r.id ${comparison} $${String(at + 1)}`, [from.id]]
      : [`(${order}, id) ${comparison} ($${String(at + 1)}, $${String(at + 2)})`, [from.value, from.id]];
  return { ...list, conditions: [...conditions, condition], parameters: [...parameters, ...position] };
}

/** @param rows as they were read, with one more than the slice holds if the list goes on */
export function sliceFrom<Row>(
  rows: readonly (Row & Listed)[],
  { from, perPage }: Slice,
  total: Total | null = null,
): SliceOf<Row> {
  const kept = rows.slice(0, perPage);
  const isBackwards = 'towards' in from && from.towards === 'prev';
  return { rows: isBackwards ? kept.reverse() : kept, hasMore: rows.length > perPage, total };
}

const columnsByEntity = new WeakMap<EntityMetadata, string>();

/** The columns of an entity under the names of its properties, but for those that are not selected by default.
 *  @param expressions in place of columns, by property; always the same for an entity */
export function entityColumns(
  { metadata }: Repository<object>,
  expressions: Readonly<Record<string, string>> = {},
): string {
  let columns = columnsByEntity.get(metadata);
  if (columns === undefined) {
    columns = metadata.columns
      .filter(({ isSelect }) => isSelect)
      .map(({ propertyName, databaseName }) => {
        const expression = expressions[propertyName] ?? `r.${databaseName}`;
        return `${expression} AS "${propertyName}"`;
      })
      .join(', ');
    columnsByEntity.set(metadata, columns);
  }
  return columns;
}
