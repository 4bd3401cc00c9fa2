import { Injectable } from '@nestjs/common';
import { exportOf, type Listing, listingOf } from '../../platform/http/listing/listing.js';
import { FindingNotFound } from '../crawl-errors.js';
import { type SummedCrawl } from '../crawl.view.js';
import { CrawlsService } from '../crawls.service.js';
import { ListFindingPagesQuery } from '../dto/list-crawls.dto.js';
import { CrawlFindingsRepository, type FindingExample } from './crawl-findings.repository.js';
import { type FoundPage, siteFindingView, type SiteFindingView } from './site-finding.view.js';
import { type CrawlReader, SlowReads } from '../slow-reads.js';
import { siteFindingOf, worstFirst } from './site-findings.js';

const MAX_EXAMPLES = 20;

@Injectable()
export class CrawlFindings {
  constructor(
    private readonly crawls: CrawlsService,
    private readonly found: CrawlFindingsRepository,
    private readonly slowReads: SlowReads,
  ) {}

  /** @throws CrawlNotFound, CrawlsBusy */
  async show(accountId: number, id: number): Promise<SiteFindingView[]> {
    return this.of(await this.crawls.show(accountId, id), MAX_EXAMPLES);
  }

  /** What the pages say together so far, worst first.
   *  @param maxExamples of one finding
   *  @throws CrawlsBusy */
  async of(
    { crawl, summary }: SummedCrawl,
    maxExamples: number,
    reader: CrawlReader = 'account',
  ): Promise<SiteFindingView[]> {
    const summaries = await this.slowReads.take(crawl.accountId, reader, () =>
      this.found.summaries(crawl, maxExamples),
    );
    const counts = new Map([...summaries].map(([finding, { count }]) => [finding, count]));
    return worstFirst(counts).flatMap((finding) => {
      const known = siteFindingOf(finding, summary.checked);
      const found = summaries.get(finding);
      return known && found ? [siteFindingView(known, found)] : [];
    });
  }

  /** The pages of one finding.
   *  @throws CrawlNotFound, FindingNotFound */
  async listPages(
    accountId: number,
    { id, finding }: { id: number; finding: string },
    query: ListFindingPagesQuery,
  ): Promise<Listing<FindingExample>> {
    const { crawl } = await this.crawls.show(accountId, id);
    const known = siteFindingOf(finding, 0);
    if (!known) throw new FindingNotFound();
    return listingOf(query, [accountId, id, finding], (slice) => this.found.pagesOf(crawl, known, slice));
  }

  /** The pages of every finding, the worst finding first.
   *  @throws CrawlNotFound */
  async exportPages(accountId: number, id: number): Promise<Listing<FoundPage>> {
    const crawl = await this.crawls.show(accountId, id);
    const query = Object.assign(new ListFindingPagesQuery(), { sort: 'asc' } as const);
    return exportOf(query, (batchSize) => this.pagesOf(crawl, query, batchSize));
  }

  private async *pagesOf(
    { crawl, summary }: SummedCrawl,
    query: ListFindingPagesQuery,
    batchSize: number,
  ): AsyncGenerator<readonly FoundPage[]> {
    const counts = new Map(
      [...(await this.found.counts(crawl))].map(([finding, count]) => [finding, count ?? 0]),
    );
    for (const id of worstFirst(counts)) {
      const known = siteFindingOf(id, summary.checked);
      if (!known) continue;
      const { result, rest } = await listingOf(query, crawl.accountId, (slice) =>
        this.found.pagesOf(crawl, known, slice),
      );
      const finding = { id, message: known.message(counts.get(id) ?? 0, result.rows[0]?.url) };
      const withFinding = (rows: readonly FindingExample[]) => rows.map((row) => ({ ...row, finding }));
      yield withFinding(result.rows);
      for await (const rows of rest(batchSize)) yield withFinding(rows);
    }
  }
}
