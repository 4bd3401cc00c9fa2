import { crawlView, type CrawlView, type SummedCrawl } from '../../crawls/crawl.view.js';
import { type FullReport } from '../../reports/full-report.js';
import { reportView, type ReportView } from '../../reports/views/report.view.js';

/** The run of a monitor: a report, or a crawl. */
export type MonitorRun = FullReport | SummedCrawl;

export function monitorRunView(run: MonitorRun): ReportView | CrawlView {
  return 'crawl' in run ? crawlView(run) : reportView(run);
}

/** Path of the records that the run is one of. */
export function pathOfRun(run: MonitorRun): string {
  return 'crawl' in run ? '/api/v1/crawls' : '/api/v1/reports';
}
