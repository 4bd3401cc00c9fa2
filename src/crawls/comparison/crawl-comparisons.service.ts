import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../platform/errors/http-errors.js';
import { type Listing, listingOf } from '../../platform/http/listing/listing.js';
import { CrawlNotEnded, CrawlNotFound, OtherCrawlNotFound, PreviousCrawlNotFound } from '../crawl-errors.js';
import { NOTHING_FOUND } from '../crawl-summary.js';
import { type Crawl } from '../crawl.entity.js';
import { CrawlsRepository } from '../crawls.repository.js';
import { type ListChangedPagesQuery } from '../dto/compare-crawls.dto.js';
import { CrawlFindingsRepository } from '../findings/crawl-findings.repository.js';
import { type CrawlReader, SlowReads } from '../slow-reads.js';
import {
  type ChangedPage,
  type ComparedCrawl,
  type CrawlComparison,
  crawlComparisonOf,
  isComparable,
} from './crawl-comparison.js';
import { CrawlComparisonsRepository, type CrawlPair } from './crawl-comparisons.repository.js';

@Injectable()
export class CrawlComparisons {
  constructor(
    private readonly crawls: CrawlsRepository,
    private readonly found: CrawlFindingsRepository,
    private readonly comparisons: CrawlComparisonsRepository,
    private readonly slowReads: SlowReads,
  ) {}

  /** Compares a crawl with another one of its website, from the older one to the newer.
   *  @throws CrawlNotFound, OtherCrawlNotFound, PreviousCrawlNotFound, CrawlNotEnded, ValidationFailed, CrawlsBusy */
  async compare(
    accountId: number,
    id: number,
    other: number | 'previous',
    reader: CrawlReader = 'account',
  ): Promise<CrawlComparison> {
    const pair = await this.pairOf(accountId, id, other);
    return this.slowReads.take(accountId, reader, async () => {
      const [before, after] = [await this.compared(pair.before), await this.compared(pair.after)];
      return crawlComparisonOf(before, after, await this.comparisons.summaryOf(pair));
    });
  }

  /** The pages that changed in one way.
   *  @throws as {@link compare} */
  async listPages(
    accountId: number,
    id: number,
    query: ListChangedPagesQuery,
  ): Promise<Listing<ChangedPage>> {
    const pair = await this.pairOf(accountId, id, query.with);
    const owner = [accountId, pair.before.id, pair.after.id] as const;
    return listingOf(query, owner, (slice) => this.comparisons.pagesOf(pair, query.change, slice));
  }

  private async pairOf(accountId: number, id: number, other: number | 'previous'): Promise<CrawlPair> {
    const crawl = await this.crawls.find(accountId, id);
    if (!crawl) throw new CrawlNotFound();
    requireEnded(crawl);
    const compared = await this.otherOf(crawl, other);
    requireSameWebsite(crawl, compared);
    requireEnded(compared);
    return compared.id < crawl.id ? { before: compared, after: crawl } : { before: crawl, after: compared };
  }

  private async otherOf(crawl: Crawl, other: number | 'previous'): Promise<Crawl> {
    const isPrevious = other === 'previous';
    const found = await (isPrevious
      ? this.crawls.previousTo(crawl)
      : this.crawls.find(crawl.accountId, other));
    if (found) return found;
    throw isPrevious ? new PreviousCrawlNotFound() : new OtherCrawlNotFound();
  }

  private async compared(crawl: Crawl): Promise<ComparedCrawl> {
    return {
      crawl,
      summary: crawl.summary ?? NOTHING_FOUND,
      rulesetVersion: await this.comparisons.rulesetOf(crawl),
      findings: await this.found.counts(crawl),
    };
  }
}

/** @throws CrawlNotEnded */
function requireEnded(crawl: Crawl): void {
  if (!isComparable(crawl)) throw new CrawlNotEnded(crawl.id, crawl.status === 'failed');
}

/** @throws ValidationFailed */
function requireSameWebsite({ id, websiteId }: Crawl, other: Crawl): void {
  if (other.websiteId === websiteId) return;
  const website = String(websiteId);
  throw new ValidationFailed({
    with: [
      `with must be a crawl of the same website as crawl ${String(id)}. GET /api/v1/crawls?website_id=${website} lists them.`,
    ],
  });
}
