import { Injectable } from '@nestjs/common';
import { type Result } from '../../engine/audit/score.js';
import { type Transaction } from '../../platform/database/database.js';
import { shortUrl } from '../../webhooks/event-body.js';
import { Events } from '../../webhooks/events.service.js';
import { type EndedReports } from './report-endings.js';
import { ReportsRepository } from '../reports.repository.js';

const MAX_DETAIL_CHARACTERS = 300;

/** What events tell of a report, in the names of the API. */
export interface ReportEventData {
  readonly report_id: number;
  readonly website_id: number;
  readonly url: string;
  readonly score: number | null;
  readonly result: Result | null;
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly previous_score: number | null;
  readonly links: { readonly report: string };
}

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
    { audit, grade, error }: EndedReports,
    reportId: number,
    before = reportId,
  ): Promise<ReportEventData> {
    return {
      report_id: reportId,
      website_id: audit.websiteId,
      url: shortUrl(audit.url),
      score: grade?.score ?? null,
      result: grade?.result ?? null,
      error: error && { code: error.code, detail: error.detail.slice(0, MAX_DETAIL_CHARACTERS) },
      previous_score: await this.reports.scoreBefore(tx, audit, before),
      links: { report: this.events.linkTo(`reports/${String(reportId)}`) },
    };
  }
}
