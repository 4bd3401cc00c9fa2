import {
  after,
  beyond,
  directionOf,
  type ListSql,
  orderBy,
  type Query,
} from '../../platform/database/list-sql.js';
import { type Position, type SortValue } from '../../platform/database/slice.js';
import { NOT_DELETED, OF_ACCOUNT } from './reports-sql.js';

/** A search in a list of reports. */
export interface ReportSearch {
  readonly list: ListSql;
  /** Reads the kept number of reports that the list has at most. */
  readonly length: Query;
  readonly sort: SortValue;
  readonly from: Position | null;
  /** The text that urls have to contain, in the spelling of `foldCase`. */
  readonly folded: string;
}

/** Which of the matches to read. */
export interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** Which matches to take from the index. */
export interface IndexLookup {
  /** Hashes of pieces of the text. */
  readonly grams: readonly string[];
  readonly most: number;
}

const FOLDED = 'coalesce(r.url_folded, r.url)';
const MAX_PIECES = 24;
const SAMPLE_ROWS = 300;

/** The text's pieces of three characters, at most 24 of them spread evenly; then the text itself. */
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

/** How many of the account's newest reports hold each piece, how many were looked at, the pieces' hashes in the index, and
 *  the length of the whole list. */
export function sampleSql({ list, length }: ReportSearch, pieces: readonly string[]): Query {
  const [account] = list.parameters;
  return {
    text: `WITH sample AS MATERIALIZED (
        SELECT ${FOLDED} AS folded FROM reports r WHERE account_id = $1 AND ${NOT_DELETED}
          ORDER BY id DESC LIMIT ${String(SAMPLE_ROWS)}
      )
      SELECT piece, hashtextextended(piece, $1::bigint % 64)::text AS hash,
        (SELECT count(*) FROM sample WHERE strpos(folded, piece) > 0)::integer AS found,
        (SELECT count(*) FROM sample)::integer AS sampled,
        coalesce((${after(2, length)}), 0)::double precision AS length
      FROM unnest($2::text[]) WITH ORDINALITY AS pieces (piece, place) ORDER BY place`,
    parameters: [account, pieces, ...length.parameters],
  };
}

/** Matches among the first `bound` reports in the list's order. */
export function walkSql(search: ReportSearch, bound: number, { limit, offset }: Part): Query {
  const { text, parameters } = walked(search, bound);
  const at = parameters.length;
  return {
    text: `SELECT ${search.list.columns}, r.sort_value FROM (${text}) AS r WHERE strpos(${FOLDED}, $${String(at + 1)}) > 0
      ${orderOf(search)} LIMIT $${String(at + 2)} OFFSET $${String(at + 3)}`,
    parameters: [...parameters, search.folded, limit, offset],
  };
}

/** The same with the number of all matches among them. */
export function walkWithTotalSql(search: ReportSearch, bound: number, part: Part): Query {
  const { text, parameters } = walked(search, bound);
  const hits = `SELECT * FROM (${text}) AS r WHERE strpos(${FOLDED}, $${String(parameters.length + 1)}) > 0`;
  return withTotal(search, { text: hits, parameters: [...parameters, search.folded] }, part);
}

/** The number of matches among the newest `bound` reports of the list, up to `most`. */
export function countSql({ list, folded }: ReportSearch, bound: number, most: number): Query {
  return {
    text: `SELECT count(*)::integer AS count FROM (
        SELECT FROM (
          SELECT ${FOLDED} AS folded FROM ${list.from} WHERE ${list.conditions.join(' AND ')}
            ORDER BY id DESC LIMIT ${String(bound)}
        ) AS newest WHERE strpos(folded, $${String(list.parameters.length + 1)}) > 0 LIMIT ${String(most)}
      ) AS matches`,
    parameters: [...list.parameters, folded],
  };
}

/** Matches that the index of pieces finds, with their number. It holds reports that have ended; the others are found by the
 *  audit queue. No other index may serve instead, whatever the statistics say about the account: hence `+ 0`. */
export function lookupSql(search: ReportSearch, { grams, most }: IndexLookup, part: Part): Query {
  const { list, folded } = search;
  const [pieces, text] = [list.parameters.length + 1, list.parameters.length + 2].map(
    (at) => `$${String(at)}`,
  );
  const columns = `r.*, ${list.order} AS sort_value`;
  const matches = `strpos(${FOLDED}, ${String(text)}) > 0`;
  const conditions = list.conditions.join(' AND ');
  const hits = `SELECT * FROM (
      SELECT ${columns} FROM reports r
        WHERE url_grams(r.account_id, ${FOLDED}) @> ${String(pieces)}::bigint[] AND r.status <> 'queued' AND ${matches}
          AND ${conditions.replace(OF_ACCOUNT, 'account_id + 0 = $1')}
      UNION ALL
      SELECT ${columns} FROM reports r
        WHERE r.id IN (SELECT p.report_id FROM pending_audits p WHERE p.account_id = $1) AND r.status = 'queued'
          AND ${matches} AND ${conditions}
    ) r LIMIT ${String(most)}`;
  const found = { ...list, conditions: [], parameters: [...list.parameters, grams, folded] };
  const from = fromPosition(found, search);
  return withTotal(search, { text: hits, parameters: from.parameters }, part, from.conditions);
}

/** Sort value and id of the report after which a walk of `bound` reports stops; no row if it comes to the end. */
export function edgeSql(search: ReportSearch, bound: number): Query {
  const { text, parameters } = walked(search, bound);
  return { text: `SELECT sort_value, id FROM (${text}) AS r OFFSET ${String(bound - 1)}`, parameters };
}

function walked(search: ReportSearch, bound: number): Query {
  const { list, sort, from } = search;
  const { conditions, parameters } = fromPosition(list, search);
  return {
    text: `SELECT r.*, ${list.order} AS sort_value FROM ${list.from} WHERE ${conditions.join(' AND ')}
      ${orderBy(list.order, directionOf(sort, from))} LIMIT ${String(bound)}`,
    parameters,
  };
}

function fromPosition(list: ListSql, { sort, from }: ReportSearch): ListSql {
  return from ? beyond(list, directionOf(sort, from), from) : list;
}

/** @param hits SQL of all matches
 *  @param conditions of those that the page is taken from */
function withTotal(
  search: ReportSearch,
  hits: Query,
  { limit, offset }: Part,
  conditions: readonly string[] = [],
): Query {
  const at = hits.parameters.length;
  return {
    text: `WITH hits AS MATERIALIZED (${hits.text})
      SELECT (SELECT count(*) FROM hits)::integer AS list_total, page.*
      FROM (SELECT) AS one LEFT JOIN LATERAL (
        SELECT ${search.list.columns}, r.sort_value FROM hits AS r WHERE ${['true', ...conditions].join(' AND ')}
          ${orderOf(search)} LIMIT $${String(at + 1)} OFFSET $${String(at + 2)}
      ) AS page ON true`,
    parameters: [...hits.parameters, limit, offset],
  };
}

function orderOf({ list, sort, from }: ReportSearch): string {
  return orderBy(list.order === 'r.id' ? 'r.id' : 'r.sort_value', directionOf(sort, from));
}
