import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Result } from '../audit/score.js';
import { shortUrl } from '../webhooks/event-body.js';
import { EventsRepository } from '../webhooks/events.repository.js';
import { type EndedReports, type EndingTransaction, ReportEndings } from './report-endings.js';
import { Report } from './report.entity.js';
import { ofUrl } from './reports.repository.js';

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
export class ReportEventsRepository implements OnModuleInit {
  constructor(
    private readonly endings: ReportEndings,
    private readonly events: EventsRepository,
  ) {}

  onModuleInit(): void {
    this.endings.listen((manager, ended) => this.publish(manager, ended));
  }

  private async publish(manager: EndingTransaction, ended: EndedReports): Promise<void> {
    const { accountId, websiteId } = ended.audit;
    const type = ended.grade ? 'report.completed' : 'report.failed';
    await this.events.publish(manager, { accountId, type, websiteId }, () =>
      Promise.all(ended.finished.map(({ reportId }) => this.dataOf(manager, ended, reportId))),
    );
  }

  /** What events tell of a report.
   *  @param before the previous report is older than this one */
  async dataOf(
    manager: EndingTransaction,
    { audit: { accountId, websiteId, url }, grade, error }: EndedReports,
    reportId: number,
    before = reportId,
  ): Promise<ReportEventData> {
    const previous = await ofUrl(manager.createQueryBuilder(Report, 'report'), accountId, url)
      .select('report.score', 'score')
      .andWhere({ websiteId, status: 'completed' })
      .andWhere('report.id < :before', { before })
      .orderBy('report.id', 'DESC')
      .limit(1)
      .getRawOne<{ score: number }>();
    return {
      report_id: reportId,
      website_id: websiteId,
      url: shortUrl(url),
      score: grade?.score ?? null,
      result: grade?.result ?? null,
      error: error && { code: error.code, detail: error.detail.slice(0, MAX_DETAIL_CHARACTERS) },
      previous_score: previous?.score ?? null,
      links: { report: this.events.linkTo(`reports/${String(reportId)}`) },
    };
  }
}
