import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type FullReport } from '../../reports/full-report.js';
import { isDone } from '../../reports/report-progress.js';
import { type PastReport } from '../../presentation/reports/report-history.js';
import { ON_SERVER } from '../../presentation/medium.js';
import { pictureOf } from '../../presentation/reports/rendered.js';
import { historyOf } from '../../presentation/reports/report-history.js';
import {
  type ReportContent,
  reportHero,
  reportSections,
} from '../../presentation/reports/report-sections.js';
import { scrapedAddress } from '../../presentation/scraped.js';
import { fileLinks } from '../../sharing/pages/report-page.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { confirmPage, deletionAddress } from '../pages/confirm-page.js';
import { consolePage, type HiddenFields, may, postButton } from '../pages/console-page.js';

export interface ConsoleReportPage extends ReportContent {
  readonly report: FullReport;
  /** Reports of the same URL, newest first. */
  readonly history: readonly PastReport[];
}

/** A report as its share page shows it, with what can be done. */
export function consoleReportPage(visit: ConsoleVisit, page: ConsoleReportPage): string {
  const { report, history } = page;
  const path = `/console/reports/${String(report.id)}`;
  const hero = reportHero(page, {
    picture: pictureOf(report.details, path),
    actions: fileLinks(report, path),
  });
  const sections = reportSections(page, ON_SERVER).map(({ markup }) => markup);
  return consolePage(visit, {
    title: `Report ${String(report.id)}`,
    progress: isDone(report) ? null : `${path}/progress`,
    heading: html`<p class="crumbs">${may(visit, 'websites:read') && html`<a href="/console/websites/${report.websiteId}">Website</a> / `}Report ${report.id}</p>
${hero}`,
    main: html`${actionsOf(visit, report, path)}${sections}${historyOf({ history, report, path: '/console' })}`,
  });
}

function actionsOf(visit: ConsoleVisit, report: FullReport, path: string): Html {
  const { websiteId } = report;
  const mayWrite = may(visit, 'reports:write');
  const mayShare = may(visit, 'websites:read') && may(visit, 'websites:write');
  if (!mayWrite && !mayShare) return NOTHING;
  const again = postButton(visit, {
    ...{ action: '/console/reports', words: 'Audit again' },
    fields: fieldsOf(report),
    isOnce: true,
  });
  const sharing = html`<a href="/console/websites/${websiteId}#sharing">Share</a> `;
  const deletion = html`<a href="${deletionAddress(visit, path)}">Delete this report</a>`;
  return html`<div class="actions">${mayWrite && again}${mayShare && sharing}${mayWrite && deletion}</div>
`;
}

/** What makes another report in the same way, which is stored with completed ones alone. */
function fieldsOf({ url, status, details: { render, device, runs } }: FullReport): HiddenFields {
  return status === 'completed' ? { url, render, device, runs } : { url };
}

export function deleteReportPage(visit: ConsoleVisit, { id, url }: FullReport): string {
  return confirmPage(visit, {
    title: `Delete report ${String(id)}?`,
    consequence: html`The report of ${scrapedAddress(url, 400)} goes, and with it its pictures and its links.`,
    path: `/console/reports/${String(id)}`,
  });
}
