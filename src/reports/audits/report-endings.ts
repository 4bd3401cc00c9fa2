import { Injectable } from '@nestjs/common';
import { TransactionHooks } from '../../platform/database/transaction-hooks.js';
import { type Grade } from '../../engine/grading/grade.js';
import { type ClaimedAudit, type FinishedAudit } from './pending-audits.repository.js';

/** The reports of one audit that has ended. */
export interface EndedReports {
  readonly audit: ClaimedAudit;
  /** In the order of their ids. */
  readonly finished: readonly FinishedAudit[];
  /** null: the audit failed by our own fault. */
  readonly grade: Grade | null;
  /** Why the page could not be loaded, or the audit failed. */
  readonly error: { readonly code: string; readonly detail: string } | null;
}

/** Runs what features that `reports/` does not know have to do in the transaction in which reports end. */
@Injectable()
export class ReportEndings extends TransactionHooks<EndedReports> {}
