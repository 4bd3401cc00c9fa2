import { Injectable } from '@nestjs/common';
import { TransactionHooks } from '../../platform/database/transaction-hooks.js';
import { type Crawl, type CrawlSummary } from '../crawl.entity.js';

/** Why a crawl could not begin. */
export type FailedStart = 'url_not_allowed' | 'robots_unreachable' | 'other_website';

/** A crawl that was completed, or failed. */
export interface EndedCrawl {
  /** As it was before. */
  readonly crawl: Crawl;
  readonly summary: CrawlSummary;
  readonly finishedAt: Date;
  /** null: it was completed. */
  readonly failedFor: FailedStart | null;
}

/** Runs what features that `crawls/` does not know have to do in the transaction in which a crawl ends by itself. */
@Injectable()
export class CrawlEndings extends TransactionHooks<EndedCrawl> {}
