import { type Html, html } from '../../platform/pages/html.js';
import { type Report } from '../../reports/report.entity.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, may, postForm } from './console-page.js';
import { reportRows } from './report-rows.js';

export interface HomePage {
  /** The newest reports; null: the key may not see any. */
  readonly reports: readonly Report[] | null;
  /** The address as it was typed. */
  readonly url: string;
  readonly fault: string | null;
}

/** Where everything starts: an address to audit, and what was audited last. */
export function homePage(visit: ConsoleVisit, { reports, url, fault }: HomePage): string {
  return consolePage(visit, {
    title: 'Console',
    fault,
    main: html`<h2>Audit a page</h2>
${may(visit, 'reports:write') ? auditForm(visit, url, fault) : html`<p class="notice">This key may not audit pages: it lacks the scope reports:write.</p>`}
${reports && latest(reports)}`,
  });
}

function auditForm(visit: ConsoleVisit, url: string, fault: string | null): Html {
  return postForm(
    visit,
    { action: '/console/reports', style: 'filter' },
    html`<div class="wide"><label for="url">Address of the page</label><input id="url" name="url" type="url" required maxlength="2048" placeholder="https://example.com/" value="${url}"${fault !== null && html` aria-describedby="fault" aria-invalid="true"`}></div>
<div><button>Audit</button></div>
`,
  );
}

function latest(reports: readonly Report[]): Html {
  if (reports.length === 0)
    return html`<p class="notice">There are no reports yet. Enter the address of a page to get the first one.</p>
`;
  return html`<section aria-labelledby="latest">
<h2 id="latest">Latest reports</h2>
${reportRows(reports)}<p><a href="/console/reports">All reports</a></p>
</section>
`;
}
