import { historyOf } from '../../presentation/reports/report-history.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type FullReport } from '../../reports/full-report.js';
import { isDone } from '../../reports/report-progress.js';
import { type PastReport } from '../../presentation/reports/report-history.js';
import { ON_SERVER } from '../../presentation/medium.js';
import { pictureOf } from '../../presentation/reports/rendered.js';
import {
  type ReportContent,
  reportHero,
  reportSections,
} from '../../presentation/reports/report-sections.js';
import { crumbs, pathOf, type Share, sharePage } from './share-page.js';

export interface ReportPage extends ReportContent {
  readonly share: Share;
  readonly report: FullReport;
  /** Reports of the same URL, newest first; may include this one. */
  readonly history: readonly PastReport[];
}

/** One report: how the page stands and what to fix first on one screen, then all findings and measurements. */
export function reportPage(page: ReportPage): string {
  const { share, report } = page;
  const { domain } = share.website;
  const address = `${share.address}/reports/${String(report.id)}`;
  const hero = reportHero(page, {
    picture: pictureOf(page.report.details, reportPath(page)),
    actions: fileLinks(report, reportPath(page)),
  });
  return sharePage(share, {
    path: `/reports/${String(report.id)}`,
    title: reportTitle(domain, report.id),
    description: reportDescription(domain, report),
    heading: html`${crumbs(share, `Report ${String(report.id)}`)}${hero}`,
    main: html`${reportSections(page, ON_SERVER).map(({ markup }) => markup)}${historyOf({ history: page.history, report, path: pathOf(share.website) })}<p class="quiet">Link to this report: <a href="${address}">${address}</a></p>
`,
  });
}

export function reportTitle(domain: string, id: number): string {
  return `Report ${String(id)} of ${domain}, check by check`;
}

export function reportDescription(
  domain: string,
  { score, result }: Pick<FullReport, 'score' | 'result'>,
): string {
  const verdict = score !== null && result !== null ? `${String(score)} of 100, ${result}` : 'not available';
  return `Report of a page of ${domain}: score ${verdict}. What each check found, where on the page, why it matters, and how to fix it.`;
}

/** Path of a report's page. */
export function reportPath({ share: { website }, report }: Pick<ReportPage, 'share' | 'report'>): string {
  return `${pathOf(website)}/reports/${String(report.id)}`;
}

/** The report as files, once it is done. Search engines are not led to them: a PDF is made when it is asked for.
 *  @param path of its page */
export function fileLinks(report: FullReport, path: string): Html {
  if (!isDone(report)) return NOTHING;
  return html`<span class="screen"> · <a rel="nofollow" href="${path}/report.pdf">PDF</a> · <a rel="nofollow" href="${path}/report.html">HTML file</a></span>`;
}
