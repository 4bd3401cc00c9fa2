import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { ValidationFailed } from '../http/http-errors.js';
import { cursorsOf, sliceOf } from '../http/listing/listing.js';
import { type ListingParts } from '../http/listing/listing-view.js';
import { judgeTarget } from '../page-loader/target.js';
import { AuditReportJob } from './audit-report.job.js';
import { type ListReportsQuery } from './dto/list-reports.dto.js';
import { ReportNotFound } from './report-not-found.js';
import { type Report } from './report.entity.js';
import { type FullReport, ReportsRepository } from './reports.repository.js';

@Injectable()
export class ReportsService {
  constructor(
    private readonly reports: ReportsRepository,
    private readonly job: AuditReportJob,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(accountId: number, query: ListReportsQuery): Promise<ListingParts<Report>> {
    const filters = {
      sortBy: query.sort_by,
      search: query.search ?? null,
      websiteId: query.website_id ?? null,
      result: query.result ?? null,
    };
    const scope = [
      accountId,
      'reports',
      query.sort_by,
      query.sort,
      filters.search,
      filters.websiteId,
      filters.result,
    ];
    const slice = sliceOf(query, scope);
    const result = await this.reports.listOf(accountId, filters, slice);
    const keyOf = (report: Report) => ({ id: report.id, value: sortValueOf(report, query) });
    return { slice, result, cursors: cursorsOf(slice, result, { scope, keyOf }) };
  }

  /** @throws ReportNotFound */
  async show(accountId: number, id: number): Promise<FullReport> {
    const report = await this.reports.ofAccount(accountId, id);
    if (!report) throw new ReportNotFound();
    return report;
  }

  /** Audits the page and keeps the report.
   *  @throws ValidationFailed for an address that may not be asked for */
  async store(accountId: number, url: string): Promise<FullReport> {
    const judged = judgeTarget(url, this.config);
    if ('fault' in judged) throw new ValidationFailed({ url: [`url ${judged.fault}.`] });
    return this.show(accountId, await this.job.run(accountId, url, judged.url));
  }

  /** @param confirm is called with the report before it goes, and may throw
   *  @throws ReportNotFound */
  async delete(accountId: number, id: number, confirm: ((report: FullReport) => void) | null): Promise<void> {
    if (confirm) confirm(await this.show(accountId, id));
    if (!(await this.reports.delete(accountId, id))) throw new ReportNotFound();
  }
}

/** The value that the order compares, as the repository's SQL has it. */
function sortValueOf(report: Report, { sort_by, sort }: ListReportsQuery): string | number {
  if (sort_by === 'id') return report.id;
  if (sort_by === 'score') return report.score ?? (sort === 'asc' ? 101 : -1);
  return Buffer.byteLength(report.url) <= 2600 ? report.url : [...report.url].slice(0, 650).join('');
}
