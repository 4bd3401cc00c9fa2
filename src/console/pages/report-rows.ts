import { type Html, html } from '../../platform/pages/html.js';
import { type Report } from '../../reports/report.entity.js';
import { scorePill } from '../../presentation/score.js';
import { scrapedAddress } from '../../presentation/scraped.js';
import { timeHtml } from '../../presentation/wording.js';

/** Reports as a list of links. */
export function reportRows(reports: readonly Report[]): Html {
  return html`<ol class="reports">
${reports.map(
  (report) =>
    html`<li>${scorePill(report)} <a href="/console/reports/${report.id}">${scrapedAddress(report.url, 200)}</a> <span class="quiet">${timeHtml(report.createdAt)}</span></li>
`,
)}</ol>
`;
}
