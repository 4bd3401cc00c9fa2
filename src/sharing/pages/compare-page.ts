import { html } from '../../platform/pages/html.js';
import { crumbs, pathOf, type Share, sharePage } from './share-page.js';
import { comparisonParts, type CompletedReport } from '../../presentation/reports/comparison-sections.js';

/** Two completed reports of one URL: what was fixed, what broke, and what is still to fix. */
export function comparePage(share: Share, before: CompletedReport, after: CompletedReport): string {
  const path = pathOf(share.website);
  const { domain } = share.website;
  const { difference, heading, main } = comparisonParts(before, after, path);
  return sharePage(share, {
    path: `/compare/${String(before.id)}/${String(after.id)}`,
    title: `Comparison of reports ${String(before.id)} and ${String(after.id)} of ${domain}`,
    description: `Two reports of a page of ${domain} compared: ${difference}. What was fixed, what broke, and what is still to fix, check by check.`,
    heading: html`${crumbs(share, html`<a href="${path}/reports/${after.id}">Report ${after.id}</a>`, `Compared with report ${String(before.id)}`)}
${heading}`,
    main,
  });
}
