import { Injectable } from '@nestjs/common';
import { type Grade } from '../grading/grade.js';
import { type EventsRepository } from '../webhooks/events.repository.js';
import { type ClaimedAudit, type FinishedAudit } from './pending-audits.repository.js';

/** The transaction in which reports end. */
export type EndingTransaction = Parameters<EventsRepository['publish']>[0];

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

type Listener = (manager: EndingTransaction, ended: EndedReports) => Promise<void>;

/** Runs what other features have to do in the transaction in which reports end. */
@Injectable()
export class ReportEndings {
  private readonly listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  async tell(manager: EndingTransaction, ended: EndedReports): Promise<void> {
    for (const listener of this.listeners) await listener(manager, ended);
  }
}
