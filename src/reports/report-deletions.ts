import { Injectable } from '@nestjs/common';
import { type Transaction } from '../platform/database/database.js';

/** A report that its account has deleted. */
export interface DeletedReport {
  readonly accountId: number;
  readonly reportId: number;
}

type Listener = (tx: Transaction, deleted: DeletedReport) => Promise<void>;

/** Runs what features that `reports/` does not know have to do in the transaction in which a report is deleted. */
@Injectable()
export class ReportDeletions {
  private readonly listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  async publish(tx: Transaction, deleted: DeletedReport): Promise<void> {
    for (const listener of this.listeners) await listener(tx, deleted);
  }
}
