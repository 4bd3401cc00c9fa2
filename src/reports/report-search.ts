import { beyond, directionOf, orderBy } from '../database/keyset.js';
import { conditionOf, type OrderedList } from '../database/ordered-list.js';
import { type Position } from '../http/listing/cursor.js';
import { type SortValue } from '../http/listing/listing-query.dto.js';
import { NOT_DELETED } from './reports-list.js';

/** A statement's text with its values. */
export interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Reports that are searched: a list in its order, perhaps from a position on, and what their urls must contain, in
 *  the spelling of `foldCase`. */
export interface ReportSearch {
  readonly list: OrderedList;
  readonly sort: SortValue;
  readonly from: Position | null;
  readonly folded: string;
}

/** Which of the matches are wanted. */
export interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** What `reports_with` takes beside account and text. */
export interface IndexLookup {
  readonly accountId: number;
  readonly websiteId: number | null;
  readonly result: string | null;
  /** Hashes of pieces of the text. */
  readonly grams: readonly string[];
  /** Matches after which to stop. */
  readonly most: number;
}

const FOLDED = 'coalesce(url_folded, url)';
const MAX_PIECES = 24;
const SAMPLE_ROWS = 300;

/** Pieces of three characters of which a text consists, at most 24 of them spread evenly; then the text itself. */
export function piecesOf(folded: string): string[] {
  const characters = [...folded];
  const pieces = new Set(
    characters.slice(2).map((_last, index) => characters.slice(index, index + 3).join('')),
  );
  const step = Math.max(1, pieces.size / MAX_PIECES);
  const spread = [...pieces].filter(
    (_piece, index) => Math.floor(index / step) !== Math.floor((index - 1) / step),
  );
  return [...spread, folded];
}

/** How many of the account's newest reports hold each piece, how many were looked at, the hashes by which the index
 *  knows the pieces, and how long the whole list is. */
export function sampleQuery({ list }: ReportSearch, pieces: readonly string[]): Query {
  const kept = list.total ?? { text: 'SELECT 0', parameters: 1 };
  const values = [...list.values.slice(0, kept.parameters), pieces];
  return {
    text: `WITH sample AS MATERIALIZED (
        SELECT ${FOLDED} AS folded FROM reports
          WHERE account_id = $1 AND website_id ${NOT_DELETED} ORDER BY id DESC LIMIT ${String(SAMPLE_ROWS)}
      )
      SELECT piece, hashtextextended(piece, $1::bigint % 64)::text AS hash,
        (SELECT count(*) FROM sample WHERE strpos(folded, piece) > 0)::integer AS found,
        (SELECT count(*) FROM sample)::integer AS looked_at,
        coalesce((${kept.text}), 0)::double precision AS length
      FROM unnest($${String(values.length)}::text[]) WITH ORDINALITY AS pieces (piece, place) ORDER BY place`,
    values,
  };
}

/** Matches among the first `bound` reports in the list's order. */
export function walkQuery(search: ReportSearch, bound: number, { limit, offset }: Part): Query {
  const { list } = search;
  const { inner, values } = walked(search, bound);
  const text = values.length + 1;
  return {
    text: `SELECT ${list.columns}, sort_value FROM (${inner}) AS r WHERE strpos(${FOLDED}, $${String(text)}) > 0${outerOrder(search)} LIMIT $${String(text + 1)} OFFSET $${String(text + 2)}`,
    values: [...values, search.folded, limit, offset],
  };
}

/** The same with the number of all matches among them. */
export function walkWithTotalQuery(search: ReportSearch, bound: number, part: Part): Query {
  const { inner, values } = walked(search, bound);
  const hits = `SELECT * FROM (${inner}) AS r WHERE strpos(${FOLDED}, $${String(values.length + 1)}) > 0`;
  return withTotal(search, { text: hits, values: [...values, search.folded], conditions: [] }, part);
}

/** Number of matches among the newest `bound` reports of the list, up to `most`. */
export function countQuery(search: ReportSearch, bound: number, most: number): Query {
  const { list, folded } = search;
  const text = `$${String(list.values.length + 1)}`;
  return {
    text: `SELECT count(*)::integer AS count FROM (
        SELECT 1 FROM (
          SELECT ${FOLDED} AS folded FROM reports r WHERE ${conditionOf(list)}
            ORDER BY id DESC LIMIT ${String(bound)}
        ) AS newest WHERE strpos(folded, ${text}) > 0 LIMIT ${String(most)}
      ) AS matches`,
    values: [...list.values, folded],
  };
}

/** Matches that the index finds, with their number. */
export function lookupQuery(search: ReportSearch, lookup: IndexLookup, part: Part): Query {
  const { accountId, grams, websiteId, result, most } = lookup;
  const hits = `SELECT *, ${search.list.order} AS sort_value FROM reports_with($1, $2, $3, $4, $5, $6) AS r`;
  const found = [accountId, grams, search.folded, websiteId, result, most];
  const { conditions, values } = fromPosition({ ...search.list, conditions: [], values: found }, search);
  return withTotal(search, { text: hits, values, conditions }, part);
}

/** Sort value and id of the report after which a walk of `bound` reports stops; nothing where it does not. */
export function edgeQuery(search: ReportSearch, bound: number): Query {
  const { inner, values } = walked(search, bound);
  return { text: `SELECT sort_value, id FROM (${inner}) AS r OFFSET ${String(bound - 1)}`, values };
}

function walked(search: ReportSearch, bound: number): { inner: string; values: readonly unknown[] } {
  const { list, sort, from } = search;
  const { conditions, values } = fromPosition({ ...list, conditions: [conditionOf(list)] }, search);
  const inner = `SELECT r.*, ${list.order} AS sort_value FROM reports r
      WHERE ${conditions.join(' AND ')}${orderBy(list.order, directionOf(sort, from))} LIMIT ${String(bound)}`;
  return { inner, values };
}

function fromPosition(list: OrderedList, { sort, from }: ReportSearch): OrderedList {
  return from ? beyond(list, directionOf(sort, from), from) : list;
}

/** @param hits all matches; `conditions` say which of them the page is taken from */
function withTotal(
  search: ReportSearch,
  { text, values, conditions }: Query & { readonly conditions: readonly string[] },
  { limit, offset }: Part,
): Query {
  const at = values.length;
  return {
    text: `WITH hits AS MATERIALIZED (${text})
      SELECT (SELECT count(*) FROM hits)::integer AS list_total, page.*
      FROM (SELECT 1) AS one LEFT JOIN LATERAL (
        SELECT ${search.list.columns}, sort_value FROM hits AS r WHERE ${['true', ...conditions].join(' AND ')}${outerOrder(search)} LIMIT $${String(at + 1)} OFFSET $${String(at + 2)}
      ) AS page ON true`,
    values: [...values, limit, offset],
  };
}

/** Where the sort value has been computed already. */
function outerOrder({ list, sort, from }: ReportSearch): string {
  return orderBy(list.order === 'id' ? 'id' : 'sort_value', directionOf(sort, from));
}
