import { type Outcome } from '../../engine/audit/check.js';
import { type FullReport } from '../../reports/full-report.js';
import { type Report } from '../../reports/report.entity.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { counted } from '../../basics/quantities.js';
import { timeHtml } from '../wording.js';
import { scorePlot } from '../plot.js';
import { scorePill } from '../score.js';

/** A report in the history of its url. */
export type PastReport = Pick<Report, 'id' | 'status' | 'score' | 'result' | 'createdAt'>;

/** The completed report before another one, and what its checks said. */
export interface EarlierOutcomes {
  readonly id: number;
  readonly score: number;
  readonly createdAt: Date;
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** Why the page could not be loaded, so that nothing was checked; null: it was. */
  readonly errorDetail: string | null;
}

export interface ReportHistory {
  readonly report: FullReport;
  /** Reports of the same URL, newest first; may include this one. */
  readonly history: readonly PastReport[];
  /** Of the pages below which reports and comparisons are shown. */
  readonly path: string;
}

/** The other reports of the page, and its score over time. */
export function historyOf({ history, report, path }: ReportHistory): Html {
  if (history.length < 2) return NOTHING;
  const points = history
    .flatMap(({ createdAt, score }) => (score === null ? [] : [{ time: createdAt, score }]))
    .reverse();
  return html`<section aria-labelledby="history">
<h2 id="history">Reports of this page</h2>
${scorePlot(points, `Score of the last ${counted(points.length, 'report')}`)}
<ol class="reports">
${history.map(
  (past) =>
    html`<li>${scorePill(past)} <a href="${path}/reports/${past.id}"${past.id === report.id && html` aria-current="page"`}>${timeHtml(past.createdAt)}</a> <span class="quiet">${past.id === report.id ? 'this report' : past.score !== null && report.score !== null && comparisonLink(path, past.id, report.id)}</span></li>
`,
)}</ol>
</section>
`;
}

/** Link to a comparison; the older report is "before". There are many pairs, so search engines are not led there. */
function comparisonLink(path: string, a: number, b: number): Html {
  return html`<a rel="nofollow" href="${path}/compare/${Math.min(a, b)}/${Math.max(a, b)}" aria-label="Compare with report ${a}">Compare</a>`;
}
