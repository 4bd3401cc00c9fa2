import { Injectable } from '@nestjs/common';
import { type Grade, type GradeOptions } from '../../engine/grading/grade.js';
import { type ClaimedAudit } from './pending-audits.repository.js';

/** How a feature wants a page to be audited. */
export interface AuditWishes extends Pick<
  GradeOptions,
  'outline' | 'shared' | 'mayFollow' | 'mayAsk' | 'signal'
> {
  /** Whether the report of such a grade is wanted. */
  readonly isKept?: (grade: Grade) => boolean;
}

/** null: its report is not wanted any more. */
type Listener = (audit: ClaimedAudit) => Promise<AuditWishes | null>;

/** Runs what features that `reports/` does not know have to do before a page is loaded. */
@Injectable()
export class ReportBeginnings {
  private readonly listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  async publish(audit: ClaimedAudit): Promise<AuditWishes | null> {
    let wishes: AuditWishes = {};
    for (const listener of this.listeners) {
      const own = await listener(audit);
      if (own === null) return null;
      wishes = { ...wishes, ...own };
    }
    return wishes;
  }
}
