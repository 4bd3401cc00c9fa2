import { Injectable, Optional } from '@nestjs/common';
import { Database, statementOf } from '../database/database.js';
import { cappedTotal, sliceFrom } from '../database/keyset.js';
import { foldCase } from '../fold-case.js';
import { type Position } from '../http/listing/cursor.js';
import { SEARCH_TOTAL_CAP, type Slice, type SliceOf } from '../http/listing/listing.js';
import {
  countQuery,
  edgeQuery,
  lookupQuery,
  type Part,
  piecesOf,
  type Query,
  type ReportSearch,
  sampleQuery,
  walkQuery,
  walkWithTotalQuery,
} from './report-search.js';
import { type Report } from './report.entity.js';
import { type ReportFilters, reportsList } from './reports-list.js';

/** Share of the sample from which on a text is held by many. */
const MANY = 0.05;
/** Pieces that the index is asked for: more find no fewer candidates, but cost. */
const RAREST = 3;
const INDEXED_CHARACTERS = 3;

/** How far each way of searching goes, in reports. */
export interface SearchLimits {
  /** A list of so many is read whole; it may grow meanwhile. */
  readonly smallList: number;
  /** Looked at from a position on, before the index is asked. */
  readonly shortWalk: number;
  /** Looked at for a page, before the index is asked. */
  readonly longWalk: number;
  /** Looked at to count 10 000 matches of a text that many hold, or in place of more matches than can be ordered. */
  readonly longestWalk: number;
  /** Looked at for a text too short for the index. */
  readonly shortTextWalk: number;
  /** Matches that the index finds and that are put in order. */
  readonly mostOrdered: number;
}

const LIMITS: SearchLimits = {
  smallList: 5000,
  shortWalk: 5000,
  longWalk: 50_000,
  longestWalk: 400_000,
  shortTextWalk: 20_000,
  mostOrdered: 200_000,
};

interface Sampled {
  readonly piece: string;
  readonly hash: string;
  readonly found: number;
  readonly looked_at: number;
  readonly length: number;
}

interface Sample {
  /** Hashes of the rarest pieces. */
  readonly grams: readonly string[];
  /** Share of the newest reports that hold the whole text. */
  readonly share: number;
  /** Of the list without the search. */
  readonly length: number;
}

type Found = Report & { readonly sort_value: string | number };

/** Finds the reports whose url contains a text, at a cost that does not follow the number of reports: what many hold
 *  is found by walking the list, what few hold by the index. What is too short for the index, or held by more than can
 *  be put in order, is found among the first reports alone, and a cursor goes on from there. */
@Injectable()
export class ReportSearchRepository {
  constructor(
    private readonly database: Database,
    @Optional() private readonly limits: SearchLimits = LIMITS,
  ) {}

  async matchesOf(accountId: number, filters: ReportFilters, slice: Slice): Promise<SliceOf<Report>> {
    const { database, limits } = this;
    const found = new Matches({ database, limits }, accountId, filters, slice);
    return 'page' in slice.from ? found.page(slice.from.page) : found.following();
  }
}

/** One search. */
class Matches {
  private readonly search: ReportSearch;
  private readonly isShort: boolean;

  constructor(
    private readonly source: { readonly database: Database; readonly limits: SearchLimits },
    private readonly accountId: number,
    private readonly filters: ReportFilters,
    private readonly slice: Slice,
  ) {
    const folded = foldCase(filters.search ?? '');
    this.search = {
      list: reportsList(accountId, filters, slice.sort),
      sort: slice.sort,
      from: 'page' in slice.from ? null : slice.from,
      folded,
    };
    this.isShort = [...folded].length < INDEXED_CHARACTERS;
  }

  async page(page: number): Promise<SliceOf<Report>> {
    const { smallList, shortTextWalk, longestWalk } = this.source.limits;
    const part = { limit: this.slice.perPage + 1, offset: (page - 1) * this.slice.perPage };
    const sample = await this.sample();
    if (sample.length <= smallList) return this.counted(walkWithTotalQuery(this.search, 2 * smallList, part));
    if (this.isShort) {
      const found = await this.counted(walkWithTotalQuery(this.search, shortTextWalk, part));
      return sample.length <= shortTextWalk ? found : this.brokenOff(found, shortTextWalk);
    }
    const most = SEARCH_TOTAL_CAP + 1;
    if (sample.share >= MANY) {
      const [counted] = await this.rows<{ count: number }>(countQuery(this.search, longestWalk, most));
      if (counted?.count === most) return this.capped(part, sample);
    }
    const found = await this.counted(lookupQuery(this.search, this.lookup(sample, most), part));
    return found.total?.isCapped ? this.capped(part, sample) : found;
  }

  /** What follows a position, or precedes it. */
  async following(): Promise<SliceOf<Report>> {
    const { shortTextWalk, shortWalk, longestWalk } = this.source.limits;
    const part = { limit: this.slice.perPage + 1, offset: 0 };
    const bound = this.isShort ? shortTextWalk : shortWalk;
    const near = await this.walked(bound, part);
    if (near.hasMore) return near;
    if (this.isShort) return this.brokenOff(near, bound);
    const ordered = await this.ordered(part, await this.sample());
    return ordered ?? this.brokenOff(await this.walked(longestWalk, part), longestWalk);
  }

  /** A page of more matches than are counted: the walk meets enough of them, unless they lie all together. */
  private async capped(part: Part, sample: Sample): Promise<SliceOf<Report>> {
    const { longWalk, longestWalk } = this.source.limits;
    const total = { count: SEARCH_TOTAL_CAP, isCapped: true };
    if (part.offset >= longestWalk) return { rows: [], hasMore: false, total };
    const near = await this.walked(longWalk, part);
    if (near.hasMore || sample.length <= longWalk) return { ...near, total };
    const ordered = await this.ordered(part, sample);
    if (ordered) return { ...ordered, total };
    const far = { ...(await this.walked(longestWalk, part)), total };
    return far.hasMore || sample.length <= longestWalk ? far : this.brokenOff(far, longestWalk);
  }

  private async walked(bound: number, part: Part): Promise<SliceOf<Report>> {
    return sliceFrom(await this.rows<Found>(walkQuery(this.search, bound, part)), this.slice);
  }

  /** From all matches; null where those are too many to be put in order. */
  private async ordered(part: Part, sample: Sample): Promise<SliceOf<Report> | null> {
    const { mostOrdered } = this.source.limits;
    const lookup = lookupQuery(this.search, this.lookup(sample, mostOrdered + 1), part);
    const rows = await this.rows<Found & { list_total: number }>(lookup);
    return (rows[0]?.list_total ?? 0) > mostOrdered ? null : sliceFrom(withoutBlank(rows), this.slice);
  }

  /** What was found among the first `bound` reports, with where to go on. */
  private async brokenOff(found: SliceOf<Report>, bound: number): Promise<SliceOf<Report>> {
    const stoppedAt = found.hasMore ? null : await this.edge(bound);
    return { ...found, stoppedAt, ...(found.total && { searched: bound }) };
  }

  private async counted(query: Query): Promise<SliceOf<Report>> {
    const rows = await this.rows<Found & { list_total: number }>(query);
    return sliceFrom(withoutBlank(rows), this.slice, cappedTotal(rows[0]?.list_total ?? 0));
  }

  private lookup({ grams }: Sample, most: number) {
    const { websiteId, result } = this.filters;
    return { accountId: this.accountId, grams, websiteId, result, most };
  }

  private async sample(): Promise<Sample> {
    const sampled = await this.rows<Sampled>(sampleQuery(this.search, piecesOf(this.search.folded)));
    const whole = sampled.at(-1);
    const rarest = sampled.slice(0, -1).toSorted((a, b) => a.found - b.found);
    return {
      grams: rarest.slice(0, RAREST).map(({ hash }) => hash),
      share: whole && whole.looked_at > 0 ? whole.found / whole.looked_at : 0,
      length: whole?.length ?? 0,
    };
  }

  /** Where a bounded walk stopped; null where it came to the end. */
  private async edge(bound: number): Promise<Omit<Position, 'towards'> | null> {
    const query = edgeQuery(this.search, bound);
    const [edge] = await this.rows<{ sort_value: string | number; id: number }>(query);
    return edge ? { value: edge.sort_value, id: edge.id } : null;
  }

  /** These statements leave PostgreSQL one plan only, so that it need not be made anew each time. */
  private rows<Row extends object>({ text, values }: Query): Promise<Row[]> {
    return this.source.database.rowsOfReplica<Row>(statementOf(text), values);
  }
}

/** Totals come with a row even where nothing matches. */
function withoutBlank(rows: readonly Found[]): Found[] {
  return rows.filter(({ id }) => (id as number | null) !== null);
}
