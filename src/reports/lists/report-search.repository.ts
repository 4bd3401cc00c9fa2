import { Injectable, Optional } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import {
  cappedTotal,
  type Counted,
  entityColumns,
  type Query,
  sliceFrom,
  withoutBlank,
} from '../../platform/database/list-sql.js';
import { type Position, SEARCH_TOTAL_CAP, type Slice, type SliceOf } from '../../platform/database/slice.js';
import { foldCase } from '../../basics/fold-case.js';
import {
  countSql,
  edgeSql,
  lookupSql,
  type Part,
  piecesOf,
  type ReportSearch,
  sampleSql,
  walkSql,
  walkWithTotalSql,
} from './report-search.js';
import { type ListReportsQuery } from '../dto/list-reports.dto.js';
import { Report } from '../report.entity.js';
import { COMPUTED_COLUMNS, keptTotal, reportsSql } from './reports-sql.js';

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
  readonly sampled: number;
  readonly length: number;
}

interface Sample {
  /** Hashes of the rarest pieces. */
  readonly grams: readonly string[];
  /** Share of the newest reports that hold the whole text. */
  readonly share: number;
  /** Length of the list without the search. */
  readonly length: number;
}

/** Finds the reports whose url contains a text, at a cost that does not follow the number of reports: what many hold
 *  is found by walking the list, what few hold by the index. What is too short for the index, or held by more than can
 *  be put in order, is found among the first reports alone, and a cursor goes on from there. */
@Injectable()
export class ReportSearchRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(Report) private readonly reports: Repository<Report>,
    @Optional() private readonly limits: SearchLimits = LIMITS,
  ) {}

  async matchesOf(accountId: number, query: ListReportsQuery, slice: Slice): Promise<SliceOf<Report>> {
    const { database, limits } = this;
    const columns = entityColumns(this.reports, COMPUTED_COLUMNS);
    const found = new Matches({ database, limits, columns }, accountId, query, slice);
    return 'page' in slice.from ? found.page(slice.from.page) : found.following();
  }
}

/** One search. */
class Matches {
  private readonly search: ReportSearch;
  private readonly isShort: boolean;

  constructor(
    private readonly source: {
      readonly database: Database;
      readonly limits: SearchLimits;
      readonly columns: string;
    },
    accountId: number,
    query: ListReportsQuery,
    private readonly slice: Slice,
  ) {
    const folded = foldCase(query.search ?? '');
    this.search = {
      list: { ...reportsSql(accountId, query), columns: source.columns },
      length: keptTotal(accountId, query),
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
    if (sample.length <= smallList) return this.counted(walkWithTotalSql(this.search, 2 * smallList, part));
    if (this.isShort) {
      const found = await this.counted(walkWithTotalSql(this.search, shortTextWalk, part));
      return sample.length <= shortTextWalk ? found : this.brokenOff(found, shortTextWalk);
    }
    const most = SEARCH_TOTAL_CAP + 1;
    if (sample.share >= MANY) {
      const [counted] = await this.rows<{ count: number }>(countSql(this.search, longestWalk, most));
      if (counted?.count === most) return this.capped(part, sample);
    }
    const found = await this.counted(lookupSql(this.search, { grams: sample.grams, most }, part));
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
    return sliceFrom(await this.rows<Report>(walkSql(this.search, bound, part)), this.slice);
  }

  /** From all matches; null where those are too many to be put in order. */
  private async ordered(part: Part, sample: Sample): Promise<SliceOf<Report> | null> {
    const { mostOrdered } = this.source.limits;
    const lookup = lookupSql(this.search, { grams: sample.grams, most: mostOrdered + 1 }, part);
    const rows = await this.rows<Report & Counted>(lookup);
    return (rows[0]?.list_total ?? 0) > mostOrdered ? null : sliceFrom(withoutBlank(rows), this.slice);
  }

  /** What was found among the first `bound` reports, with where to go on if there are more. */
  private async brokenOff(found: SliceOf<Report>, bound: number): Promise<SliceOf<Report>> {
    const edge = await this.edge(bound);
    if (!edge) return found;
    return { ...found, stoppedAt: found.hasMore ? null : edge, ...(found.total && { searched: bound }) };
  }

  private async counted(query: Query): Promise<SliceOf<Report>> {
    const rows = await this.rows<Report & Counted>(query);
    return sliceFrom(withoutBlank(rows), this.slice, cappedTotal(rows[0]?.list_total ?? 0, SEARCH_TOTAL_CAP));
  }

  private async sample(): Promise<Sample> {
    const sampled = await this.rows<Sampled>(sampleSql(this.search, piecesOf(this.search.folded)));
    const whole = sampled.at(-1);
    const rarest = sampled.slice(0, -1).toSorted((a, b) => a.found - b.found);
    return {
      grams: rarest.slice(0, RAREST).map(({ hash }) => hash),
      share: whole && whole.sampled > 0 ? whole.found / whole.sampled : 0,
      length: whole?.length ?? 0,
    };
  }

  /** Where a bounded walk stopped; null where it came to the end. */
  private async edge(bound: number): Promise<Omit<Position, 'towards'> | null> {
    const query = edgeSql(this.search, bound);
    const [edge] = await this.rows<{ sort_value: string | number; id: number }>(query);
    return edge ? { value: edge.sort_value, id: edge.id } : null;
  }

  private rows<Row extends object>({ text, parameters }: Query): Promise<Row[]> {
    return this.source.database.queryReplica<Row>(text, parameters);
  }
}
