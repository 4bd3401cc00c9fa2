import { type Website } from '../websites/website.entity.js';
import { type ReportDetails } from './report-details.entity.js';
import { type Report } from './report.entity.js';

/** A report without its relations. */
export type ReportRow = Omit<Report, 'website' | 'details' | 'pendingAudit'>;

/** A report with all that the API shows of it. */
export interface FullReport extends ReportRow {
  readonly website: Pick<Website, 'shareToken'>;
  readonly details: Omit<ReportDetails, 'accountId' | 'reportId' | 'rulesetVersion'> & {
    /** null until the report is completed. */
    readonly rulesetVersion: string | null;
  };
  /** The newest completed report of the same url before it. */
  readonly previous: { readonly id: number; readonly score: number } | null;
}

/** The details of a report that is not completed. */
export const NO_DETAILS: FullReport['details'] = {
  finalUrl: null,
  rulesetVersion: null,
  categories: {},
  gates: [],
  checks: [],
  parity: null,
  facts: {},
  render: 'never',
  device: 'mobile',
  runs: 1,
  rendered: null,
};
