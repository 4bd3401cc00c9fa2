import { Injectable } from '@nestjs/common';
import { Database, statementOf } from '../database/database.js';
import { foldCase } from '../fold-case.js';
import { type Position } from '../http/listing/cursor.js';
import { SEARCH_TOTAL_CAP, type Slice, type SliceOf, type Total } from '../http/listing/listing.js';
import {
  countQuestion,
  edgeQuestion,
  lookupQuestion,
  type Part,
  piecesOf,
  type Question,
  type ReportSearch,
  sampleQuestion,
  walkQuestion,
  walkWithTotalQuestion,
} from './report-search.js';
import { type Report } from './report.entity.js';
import { type ReportFilters, reportsList } from './reports-list.js';

/** A list of so many reports is read whole; it may grow meanwhile. */
const SMALL_LIST = 5000;
/** Reports that are looked at before the index is asked. */
const SHORT_WALK = 5000;
const LONG_WALK = 50_000;
/** Reports that are looked at for a text too short for the index. */
const SHORT_TEXT_WALK = 20_000;
/** Reports that are looked at to count 10 000 matches of a text that many hold. */
const COUNT_WALK = 400_000;
/** Share of the sample from which on a text is held by many. */
const MANY = 0.05;
/** Pieces that the index is asked for: more find no fewer candidates, but cost. */
const RAREST = 3;
const INDEXED_CHARACTERS = 3;

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
 *  is found by walking the list, what few hold by the index, what is too short for the index among the first reports
 *  alone. */
@Injectable()
export class ReportSearchRepository {
  constructor(private readonly database: Database) {}

  async matchesOf(accountId: number, filters: ReportFilters, slice: Slice): Promise<SliceOf<Report>> {
    const found = new Matches(this.database, accountId, filters, slice);
    return 'page' in slice.from ? found.page(slice.from.page) : found.following();
  }
}

/** One search. */
class Matches {
  private readonly search: ReportSearch;
  private readonly isShort: boolean;

  constructor(
    private readonly database: Database,
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
    const part = { limit: this.slice.perPage + 1, offset: (page - 1) * this.slice.perPage };
    const sample = await this.sample();
    if (sample.length <= SMALL_LIST)
      return this.counted(walkWithTotalQuestion(this.search, 2 * SMALL_LIST, part));
    if (this.isShort) return this.pageOfShort(part, sample);
    if (sample.share >= MANY) {
      const counted = await this.rows<{ count: number }>(
        countQuestion(this.search, COUNT_WALK, SEARCH_TOTAL_CAP + 1),
      );
      if ((counted[0]?.count ?? 0) > SEARCH_TOTAL_CAP) return this.capped(part, sample);
    }
    const most = SEARCH_TOTAL_CAP + 1;
    const found = await this.counted(lookupQuestion(this.search, this.lookup(sample, most), part));
    return found.total?.isCapped ? this.capped(part, sample) : found;
  }

  /** What follows a position, or precedes it. */
  async following(): Promise<SliceOf<Report>> {
    const part = { limit: this.slice.perPage + 1, offset: 0 };
    const bound = this.isShort ? SHORT_TEXT_WALK : SHORT_WALK;
    const rows = await this.rows<Found>(walkQuestion(this.search, bound, part));
    if (rows.length > this.slice.perPage) return this.sliceOf(rows);
    if (this.isShort) return this.sliceOf(rows, { stoppedAt: await this.edge(bound) });
    const sample = await this.sample();
    const lookup = lookupQuestion(this.search, this.lookup(sample, null), part);
    return this.sliceOf(withoutBlank(await this.rows<Found>(lookup)));
  }

  private async pageOfShort(part: Part, { length }: Sample): Promise<SliceOf<Report>> {
    const found = await this.counted(walkWithTotalQuestion(this.search, SHORT_TEXT_WALK, part));
    if (length <= SHORT_TEXT_WALK) return found;
    return { ...found, stoppedAt: await this.edge(SHORT_TEXT_WALK), searched: SHORT_TEXT_WALK };
  }

  /** A page of more matches than are counted: the walk meets enough of them, unless they lie all together. */
  private async capped(part: Part, sample: Sample): Promise<SliceOf<Report>> {
    const total = { count: SEARCH_TOTAL_CAP, isCapped: true };
    const rows = await this.rows<Found>(walkQuestion(this.search, LONG_WALK, part));
    if (rows.length === part.limit || sample.length <= LONG_WALK) return this.sliceOf(rows, { total });
    const lookup = lookupQuestion(this.search, this.lookup(sample, null), part);
    return this.sliceOf(withoutBlank(await this.rows<Found>(lookup)), { total });
  }

  private async counted(question: Question): Promise<SliceOf<Report>> {
    const rows = await this.rows<Found & { list_total: number }>(question);
    const count = rows[0]?.list_total ?? 0;
    const isCapped = count > SEARCH_TOTAL_CAP;
    return this.sliceOf(withoutBlank(rows), {
      total: { count: isCapped ? SEARCH_TOTAL_CAP : count, isCapped },
    });
  }

  private lookup({ grams }: Sample, most: number | null) {
    const { websiteId, result } = this.filters;
    return { accountId: this.accountId, grams, websiteId, result, most };
  }

  private async sample(): Promise<Sample> {
    const sampled = await this.rows<Sampled>(sampleQuestion(this.search, piecesOf(this.search.folded)));
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
    const question = edgeQuestion(this.search, bound);
    const [edge] = await this.rows<{ sort_value: string | number; id: number }>(question);
    return edge ? { value: edge.sort_value, id: edge.id } : null;
  }

  private sliceOf(
    rows: readonly Report[],
    {
      total = null,
      stoppedAt = null,
    }: { total?: Total | null; stoppedAt?: SliceOf<Report>['stoppedAt'] } = {},
  ): SliceOf<Report> {
    const { from, perPage } = this.slice;
    const kept = rows.slice(0, perPage);
    const isBackwards = 'towards' in from && from.towards === 'prev';
    return { rows: isBackwards ? kept.reverse() : kept, hasMore: rows.length > perPage, total, stoppedAt };
  }

  /** These statements leave PostgreSQL one plan only, so that it need not be made anew each time. */
  private rows<Row extends object>({ text, values }: Question): Promise<Row[]> {
    return this.database.rowsOfReplica<Row>(statementOf(text), values);
  }
}

/** Totals come with a row even where nothing matches. */
function withoutBlank(rows: readonly Found[]): Report[] {
  return rows.filter(({ id }) => (id as number | null) !== null);
}
