import { Injectable } from '@nestjs/common';
import { type Transaction } from '../../platform/database/database.js';
import { Events } from '../../webhooks/events/events.service.js';
import { type EndedReports } from './report-endings.js';
import { ReportsRepository } from '../reports.repository.js';
import { reportEventView, type ReportEventView } from '../views/report-event.view.js';

/** Publishes `report.completed` and `report.failed`. */
@Injectable()
export class ReportEvents {
  constructor(
    private readonly reports: ReportsRepository,
    private readonly events: Events,
  ) {}

  async publish(tx: Transaction, ended: EndedReports): Promise<void> {
    const { accountId, websiteId } = ended.audit;
    const type = ended.grade ? 'report.completed' : 'report.failed';
    await this.events.publish(tx, { accountId, type, websiteId }, () =>
      Promise.all(ended.finished.map(({ reportId }) => this.dataOf(tx, ended, reportId))),
    );
  }

  /** What events tell of a report.
   *  @param before the previous report is older than this one */
  async dataOf(
    tx: Transaction,
    ended: EndedReports,
    reportId: number,
    before = reportId,
  ): Promise<ReportEventView> {
    const previousScore = await this.reports.scoreBefore(tx, ended.audit, before);
    const link = this.events.linkTo(`reports/${String(reportId)}`);
    return reportEventView(ended, { reportId, previousScore, link });
  }
}
