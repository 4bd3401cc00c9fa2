import { Injectable } from '@nestjs/common';
import { ComparisonsRepository } from './comparisons.repository.js';
import { type ComparedReport, comparisonOf, type ReportComparison } from './report-comparison.js';
import { OtherReportNotFound, PreviousReportNotFound, ReportNotFound } from '../report-errors.js';
import { ReportNotCompleted } from '../report-errors.js';
import { retryAfter } from '../report-progress.js';
import { type Report } from '../report.entity.js';

@Injectable()
export class ComparisonsService {
  constructor(private readonly comparisons: ComparisonsRepository) {}

  /** Compares a report with another one of the account, from that one to this.
   *  @throws ReportNotFound, OtherReportNotFound, PreviousReportNotFound, ReportNotCompleted */
  async compare(accountId: number, id: number, other: number | 'previous'): Promise<ReportComparison> {
    const { from, to } = await this.comparisons.pairOf(accountId, id, other);
    if (!to) throw new ReportNotFound();
    const completed = requireCompleted(to);
    if (!from) throw other === 'previous' ? new PreviousReportNotFound() : new OtherReportNotFound();
    return comparisonOf(requireCompleted(from), completed);
  }
}

/** @throws ReportNotCompleted */
function requireCompleted(report: Report): ComparedReport {
  const { score, details } = report;
  if (score === null || !details) throw new ReportNotCompleted(report.id, retryAfter(report));
  return { ...report, score, details };
}
