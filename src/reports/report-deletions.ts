import { Injectable } from '@nestjs/common';
import { TransactionHooks } from '../platform/database/transaction-hooks.js';

/** A report that its account or the retention has deleted. */
export interface DeletedReport {
  readonly accountId: number;
  readonly reportId: number;
}

/** Runs what features that `reports/` does not know have to do in the transaction in which a report is deleted. */
@Injectable()
export class ReportDeletions extends TransactionHooks<DeletedReport> {}
