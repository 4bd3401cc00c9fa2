import { type FullReport } from '../../reports/full-report.js';

/** What pages and files show of a report: one that is stored, or one that the command line has made. */
export interface ShownReport extends Pick<
  FullReport,
  'url' | 'status' | 'score' | 'result' | 'errorCode' | 'errorDetail' | 'createdAt' | 'generatedAt'
> {
  readonly details: Omit<FullReport['details'], 'render' | 'device' | 'runs'>;
}
