import { Injectable } from '@nestjs/common';
import { type Transaction } from '../../platform/database/database.js';
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

type Listener = (tx: Transaction, ended: EndedReports) => Promise<void>;

/** Runs what features that `reports/` does not know have to do in the transaction in which reports end. */
@Injectable()
export class ReportEndings {
  private readonly listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  async publish(tx: Transaction, ended: EndedReports): Promise<void> {
    for (const listener of this.listeners) await listener(tx, ended);
  }
}
