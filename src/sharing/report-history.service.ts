import { Injectable } from '@nestjs/common';
import { type FullReport } from '../reports/full-report.js';
import { type EarlierReport } from '../presentation/reports/report-sections.js';
import { SharedReportsRepository } from './shared-reports.repository.js';
import { type PastReport } from '../presentation/reports/report-history.js';

export interface ReportHistory {
  /** Reports of the same URL, newest first; includes the report itself. */
  readonly history: readonly PastReport[];
  /** The completed report before it; null: there is none. */
  readonly earlier: EarlierReport | null;
}

/** What pages show of the other reports of a report's page. */
@Injectable()
export class ReportHistoryService {
  constructor(private readonly shared: SharedReportsRepository) {}

  /** @param path below which reports and comparisons are shown */
  async of(report: FullReport, path: string): Promise<ReportHistory> {
    const [history, earlier] = await Promise.all([
      this.shared.historyOf(report),
      this.shared.earlierOutcomes(report),
    ]);
    return { history, earlier: earlier && { ...earlier, ...pathsOf(path, earlier.id, report.id) } };
  }
}

function pathsOf(
  path: string,
  earlierId: number,
  id: number,
): Pick<EarlierReport, 'path' | 'comparisonPath'> {
  return {
    path: `${path}/reports/${String(earlierId)}`,
    comparisonPath: `${path}/compare/${String(earlierId)}/${String(id)}`,
  };
}
