import { Injectable } from '@nestjs/common';
import { TransactionHooks } from '../../platform/database/transaction-hooks.js';

/** A crawl that its account or the retention has deleted. */
export interface CrawlDeletion {
  readonly accountId: number;
  readonly crawlId: number;
}

/** Runs what features that `crawls/` does not know have to do in the transaction in which a crawl is deleted. */
@Injectable()
export class CrawlDeletions extends TransactionHooks<CrawlDeletion> {}
