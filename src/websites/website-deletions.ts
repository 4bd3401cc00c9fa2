import { Injectable } from '@nestjs/common';
import { TransactionHooks } from '../platform/database/transaction-hooks.js';

/** A website that its account has deleted. */
export interface DeletedSite {
  readonly accountId: number;
  readonly websiteId: number;
}

/** Runs what features that `websites/` does not know have to do in the transaction in which a website is deleted. */
@Injectable()
export class WebsiteDeletions extends TransactionHooks<DeletedSite> {}
