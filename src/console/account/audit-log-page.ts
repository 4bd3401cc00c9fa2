import { type AuditLogEntry } from '../../account/audit-log/audit-log-entry.entity.js';
import { type ListAuditLogQuery } from '../../account/audit-log/dto/list-audit-log.dto.js';
import { type Html, html } from '../../platform/pages/html.js';
import { foundText, pagination, rowsOrNotice } from '../../presentation/list-parts.js';
import { scraped } from '../../presentation/scraped.js';
import { timeHtml } from '../../presentation/wording.js';
import { type Listed } from '../forms/listed.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage } from '../pages/console-page.js';

const PATH = '/console/audit-log';

/** Who changed what, newest first. */
export function auditLogPage(
  visit: ConsoleVisit,
  { query, faults, listing }: Listed<ListAuditLogQuery, AuditLogEntry>,
): string {
  const list = { path: PATH, listing, query };
  return consolePage(visit, {
    title: 'Audit log',
    list,
    faults,
    main: html`<p>Changes of the account and its keys, websites, webhooks, monitors and crawls. They are kept for 400 days.</p>
${foundText(list, 'change')}${rowsOrNotice(
      list,
      table(listing.result.rows),
      html`<p class="notice">No changes yet.</p>
`,
    )}${pagination(list)}`,
  });
}

function table(changes: readonly AuditLogEntry[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Changes"><table>
<thead><tr><th scope="col">Time</th><th scope="col">What</th><th scope="col">Key</th><th scope="col">Address</th><th scope="col">Changes</th></tr></thead>
<tbody>
${changes.map(
  ({ createdAt, action, objectId, keyName, ip, changes: details }) =>
    html`<tr><td>${timeHtml(createdAt)}</td><th scope="row">${action} ${objectId}</th><td>${keyName}</td><td>${ip}</td><td><code>${scraped(JSON.stringify(details), 200)}</code></td></tr>
`,
)}</tbody></table></div>
`;
}
