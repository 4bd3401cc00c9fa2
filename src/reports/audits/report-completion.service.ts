import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type Grade } from '../../engine/grading/grade.js';
import { wasInBrowser } from '../../engine/grading/rendered-grade.js';
import { UsageRepository } from '../../account/usage/usage.repository.js';
import { type ClaimedAudit, PendingAuditsRepository } from './pending-audits.repository.js';
import { ReportEndings } from './report-endings.js';
import { ReportEvents } from './report-events.service.js';
import { ReportDetailsRepository } from '../report-details.repository.js';
import { ReportsRepository } from '../reports.repository.js';
import { type Screenshot, ScreenshotsRepository } from '../screenshots/screenshots.repository.js';
import { postgresJson } from './postgres-json.js';

/** Ends the reports of an audit. */
@Injectable()
export class ReportCompletion {
  constructor(
    private readonly database: Database,
    private readonly pending: PendingAuditsRepository,
    private readonly reports: ReportsRepository,
    private readonly details: ReportDetailsRepository,
    private readonly screenshots: ScreenshotsRepository,
    private readonly events: ReportEvents,
    private readonly endings: ReportEndings,
    private readonly usage: UsageRepository,
  ) {}

  /** Completes the report of an audit, and those of the same url that were queued until its grade is as of. Only the
   *  first of several workers completes them. */
  async complete(audit: ClaimedAudit, grade: Grade, screenshots: readonly Screenshot[] = []): Promise<void> {
    const { accountId } = audit;
    const stored = postgresJson({ ...grade, outline: null, screenshots: null });
    const { error } = stored;
    await this.database.transaction(async (tx) => {
      const finished = await this.pending.finish(tx, audit, msSince(grade.asOf));
      if (finished.length === 0) return;
      const reportIds = finished.map(({ reportId }) => reportId);
      await this.reports.complete(tx, { accountId, ids: reportIds }, grade, error);
      await this.details.insert(tx, { audit, reportIds }, stored, screenshots);
      await this.screenshots.store(tx, { accountId, reportIds }, screenshots);
      const ended = { audit, finished, grade, error };
      await this.events.publish(tx, ended);
      await this.endings.publish(tx, ended);
      const keyIds = finished.map(({ keyId }) => keyId);
      if (wasInBrowser(grade)) await this.usage.countEach(tx, accountId, { kind: 'renders', keyIds });
    });
  }

  /** Ends reports whose audit failed for good by our own fault. */
  async fail(audit: ClaimedAudit, error: { code: string; detail: string }): Promise<void> {
    const { accountId } = audit;
    await this.database.transaction(async (tx) => {
      const finished = await this.pending.finish(tx, audit, 0);
      if (finished.length === 0) return;
      const ids = finished.map(({ reportId }) => reportId);
      await this.reports.fail(tx, { accountId, ids }, error);
      const ended = { audit, finished, grade: null, error };
      await this.events.publish(tx, ended);
      await this.endings.publish(tx, ended);
    });
  }

  /** Ends an audit whose report is not wanted, now that its grade is known: no event tells of it. */
  async discard(audit: ClaimedAudit, grade: Grade): Promise<void> {
    const { accountId, reportId } = audit;
    await this.database.transaction(async (tx) => {
      const finished = await this.pending.finish(tx, audit, msSince(grade.asOf));
      if (finished.length === 0) return;
      // Its website is locked first, as by all others that lock what else an ending changes.
      await this.reports.delete(tx, accountId, reportId);
      await this.endings.publish(tx, { audit, finished, grade, error: grade.error });
    });
  }

  /** Deletes the report of an audit that nothing needs any more. */
  async drop({ accountId, reportId }: ClaimedAudit): Promise<void> {
    await this.database.transaction((tx) => this.reports.delete(tx, accountId, reportId));
  }
}

function msSince(time: Date): number {
  return Math.max(0, Date.now() - time.getTime());
}
