import { type Scope } from '../../auth/scopes.js';
import { type SummedCrawl } from '../../crawls/crawl.view.js';
import { type Monitor } from '../../monitors/monitor.entity.js';
import { type Report } from '../../reports/report.entity.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { pagesText } from '../../presentation/crawls/crawl-progress.js';
import { scrapedAddress } from '../../presentation/scraped.js';
import { dayText, signed } from '../../presentation/wording.js';
import { type FallenWebsite } from '../../websites/websites.service.js';
import { type Refusal, textOf } from '../forms/refusal.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, hiddenInputs, may, postForm } from '../pages/console-page.js';
import { addressField, faultAbove } from '../pages/form-parts.js';
import { monitorRows } from '../monitors/monitors-page.js';
import { reportRows } from '../pages/report-rows.js';

/** What it shows; null: the key may not see it. */
export interface HomePage {
  /** The newest ones. */
  readonly reports: readonly Report[] | null;
  /** The newest ones with a breach. */
  readonly breached: readonly Monitor[] | null;
  readonly hasMoreBreached: boolean;
  /** The deepest falls. */
  readonly fallen: readonly FallenWebsite[] | null;
  /** Those in progress among the newest ones. */
  readonly crawls: readonly SummedCrawl[] | null;
  /** Of the form; null: it was not sent. */
  readonly refused: Refusal | null;
}

const AUDITS: readonly { readonly scope: Scope; readonly path: string; readonly name: string }[] = [
  { scope: 'reports:write', path: '/console/reports', name: 'Audit the page' },
  { scope: 'crawls:write', path: '/console/crawls', name: 'Audit the whole website' },
];

/** Where everything starts: an address to audit, what is in progress, and what was audited last. */
export function homePage(
  visit: ConsoleVisit,
  { reports, breached, hasMoreBreached, fallen, crawls, refused }: HomePage,
): string {
  return consolePage(visit, {
    title: 'Console',
    faults: [faultAbove(refused, ['url'])],
    main: html`${auditForm(visit, refused)}${worse({ breached: breached ?? [], hasMoreBreached, fallen: fallen ?? [] })}${crawls && inProgress(crawls)}${reports && latest(reports, may(visit, 'reports:write'))}`,
  });
}

function auditForm(visit: ConsoleVisit, refused: Refusal | null): Html {
  const making = makingOf(refused);
  const [first, ...others] = AUDITS.filter(
    ({ scope }) => may(visit, scope) && (!making || scope === 'reports:write'),
  );
  if (!first)
    return html`<p class="notice">This key may not audit pages: it lacks the scopes reports:write and crawls:write.</p>
`;
  const form = postForm(
    visit,
    { action: first.path, style: 'filter', isOnce: true },
    html`${making && hiddenInputs(making)}<div class="wide">${addressField({ name: 'url', label: 'Address', refused })}</div>
<div><button>${making ? 'Audit again' : first.name}</button></div>
${others.map(
  ({ path, name }) => html`<div><button formaction="${path}">${name}</button></div>
`,
)}`,
  );
  const mayCrawl = may(visit, 'crawls:read') && may(visit, 'crawls:write');
  return html`${form}${
    mayCrawl &&
    html`<p><a href="/console/crawls/new">Audit a website with settings</a></p>
`
  }`;
}

/** How the page was to be audited again; null: as usual. What is refused is left out, so that the form can be sent. */
function makingOf(refused: Refusal | null): Readonly<Record<string, string>> | null {
  if (!refused) return null;
  const sent = ['render', 'device', 'runs'].map((name) => [name, textOf(refused.typed, name)] as const);
  const kept = sent.filter(([name, value]) => value !== '' && !(name in refused.errors));
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function worse({
  breached,
  hasMoreBreached,
  fallen,
}: {
  readonly breached: readonly Monitor[];
  readonly hasMoreBreached: boolean;
  readonly fallen: readonly FallenWebsite[];
}): Html {
  if (breached.length + fallen.length === 0) return NOTHING;
  return html`<section aria-labelledby="worse">
<h2 id="worse">What got worse</h2>
${breached.length > 0 && monitorRows(breached)}${
    hasMoreBreached &&
    html`<p><a href="/console/monitors?state=breached">More monitors have breached budgets</a></p>
`
  }${fallen.length > 0 && fallenRows(fallen)}</section>
`;
}

function fallenRows(websites: readonly FallenWebsite[]): Html {
  return html`<ol class="reports">
${websites.map(
  ({ websiteId, domain, score, before, fall, day }) =>
    html`<li><span class="pill bad">${signed(-fall)}</span> <a href="/console/websites/${websiteId}">${domain}</a> <span class="quiet">${before} to ${score}, ${dayText(new Date(day))}</span></li>
`,
)}</ol>
`;
}

function inProgress(crawls: readonly SummedCrawl[]): Html {
  if (crawls.length === 0) return NOTHING;
  return html`<section aria-labelledby="in-progress">
<h2 id="in-progress">In progress</h2>
<ul>
${crawls.map(
  (one) =>
    html`<li><a href="/console/crawls/${one.crawl.id}">Crawl of ${scrapedAddress(one.crawl.url, 200)}</a>: ${pagesText(one)}</li>
`,
)}</ul>
</section>
`;
}

function latest(reports: readonly Report[], mayAudit: boolean): Html {
  if (reports.length === 0)
    return html`<p class="notice">There are no reports yet.${mayAudit && ' Enter the address of a page to get the first one.'}</p>
`;
  return html`<section aria-labelledby="latest">
<h2 id="latest">Latest reports</h2>
${reportRows(reports)}<p><a href="/console/reports">All reports</a></p>
</section>
`;
}
