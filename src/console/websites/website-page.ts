import { type SummedCrawl } from '../../crawls/crawl.view.js';
import { counted } from '../../basics/quantities.js';
import { checkOf } from '../../engine/audit/registry.js';
import { type Result } from '../../engine/audit/score.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { type ListWebsitePagesQuery } from '../../reports/dto/list-website-pages.dto.js';
import { type WebsiteFinding } from '../../reports/website-pages/website-findings.repository.js';
import { type ListedPage } from '../../reports/website-pages/website-pages.repository.js';
import { MAX_FOUND_PAGES } from '../../reports/website-pages/website-pages.service.js';
import { type Monitor } from '../../monitors/monitor.entity.js';
import { lastCrawl } from '../../presentation/crawls/crawl-progress.js';
import { addressOf } from '../../presentation/list-parts.js';
import { scoreRing } from '../../presentation/score.js';
import { pageList, scoreOverTime } from '../../presentation/websites/website-sections.js';
import { sharePath } from '../../websites/share-path.js';
import { type WebsiteDay } from '../../websites/website-day.entity.js';
import { type Website } from '../../websites/website.entity.js';
import { type ListQuery } from '../forms/list-query.decorator.js';
import { type Refusal, textOf } from '../forms/refusal.js';
import { versionFor } from '../forms/version.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { confirmPage, deletionAddress } from '../pages/confirm-page.js';
import { consolePage, may, postButton, postForm } from '../pages/console-page.js';
import { choicesField, faultAbove, textField } from '../pages/form-parts.js';
import { monitorRows } from '../monitors/monitors-page.js';
import { shownOf } from './sharing-form.js';

export interface ConsoleWebsitePage extends ListQuery<ListWebsitePagesQuery> {
  readonly website: Website;
  /** Oldest first. */
  readonly days: readonly WebsiteDay[];
  /** null: the key may not see reports. */
  readonly pages: Listing<ListedPage> | null;
  /** One of its pages, whatever the list shows; null: it has none. */
  readonly anyPage: Pick<ListedPage, 'url'> | null;
  /** Of checks, the worst first; null: as with pages. */
  readonly findings: readonly WebsiteFinding[] | null;
  /** null: the key may not see them. */
  readonly monitors: readonly Monitor[] | null;
  /** The last one; null: there is none, or the key may not see it. */
  readonly crawl: SummedCrawl | null;
  readonly resultOf: (score: number) => Result;
  /** Of the form with the sharing settings. */
  readonly refused: Refusal | null;
}

/** Checks, and monitors, that are shown at once. */
const MAX_FINDINGS = 8;
const MAX_MONITORS = 10;

const PRIVACIES = [
  ['0', 'Public: everyone who has the link'],
  ['1', 'Private: the link shows nothing'],
  ['2', 'With a password: everyone who has the link and the password'],
] as const;

/** A website: its score over time, its pages, and who may see them. */
export function consoleWebsitePage(visit: ConsoleVisit, page: ConsoleWebsitePage): string {
  const { website, days, pages, query, faults, resultOf, refused } = page;
  const { domain, score, pagesCount, reportsCount } = website;
  const path = pathOf(website);
  return consolePage(visit, {
    title: domain,
    list: pages && { listing: pages, query },
    faults: [...faults, faultAbove(refused, ['privacy', 'password'])],
    heading: html`<p class="crumbs"><a href="/console/websites">Websites</a> / ${domain}</p>
<div class="hero">
${scoreRing(score, score === null ? null : resultOf(Math.floor(score)))}
<div><h1>${domain}</h1>
<p>${score === null ? 'No page has been audited yet.' : html`Score <strong>${score}</strong> of 100: average of the latest score of ${counted(pagesCount, 'page')}`}</p>
<p>${counted(reportsCount, 'report')}</p></div>
</div>
`,
    main: html`${scoreOverTime(days)}${findingsOf(page)}${wholeSite(visit, page)}${
      pages && pagesCount > 0 && pageList({ path, reportsPath: '/console/reports' }, pages, query)
    }${monitorsOf(visit, page)}${sharing(visit, page)}${
      may(visit, 'websites:write') &&
      html`<p><a href="${deletionAddress(visit, path)}">Delete this website</a></p>
`
    }`,
  });
}

/** What its pages have to fix, each with a link to a page where it stands. */
function findingsOf({ findings, website: { pagesCount } }: ConsoleWebsitePage): Html {
  if (!findings || findings.length === 0) return NOTHING;
  const rows = findings.map(
    ({ id, count, reportId }) =>
      html`<tr><th scope="row"><a href="/console/reports/${reportId}#${id}">${checkOf(id)?.name ?? id}</a></th><td>${count}</td></tr>
`,
  );
  const table = (shown: readonly Html[], label: string) =>
    html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="numbers">
<thead><tr><th scope="col">Check</th><th scope="col">Pages</th></tr></thead>
<tbody>
${shown}</tbody></table></div>
`;
  const [first, others] = [rows.slice(0, MAX_FINDINGS), rows.slice(MAX_FINDINGS)];
  return html`<section aria-labelledby="findings">
<h2 id="findings">What its pages should fix <span class="quiet">${findings.length}</span></h2>
<p class="quiet">${pagesCount > MAX_FOUND_PAGES ? `Of the ${String(MAX_FOUND_PAGES)} pages that were audited last. ` : ''}Each leads to a page that fails it.</p>
${table(first, 'Checks that pages fail')}${
    others.length > 0 &&
    html`<details><summary>Show ${counted(others.length, 'more check')}</summary>
${table(others, 'More checks that pages fail')}</details>
`
  }</section>
`;
}

/** Its last crawl, or the way to one. */
function wholeSite(visit: ConsoleVisit, page: ConsoleWebsitePage): Html {
  const { crawl, website } = page;
  if (crawl) return lastCrawl('/console', crawl);
  if (!may(visit, 'crawls:write')) return NOTHING;
  return html`<section aria-labelledby="crawl">
<h2 id="crawl">The whole site</h2>
<p>A crawl finds what no single page shows: broken links, duplicates, pages that nothing links to.</p>
${postButton(visit, {
  action: '/console/crawls',
  words: `Audit all of ${website.domain}`,
  fields: { url: homeUrlOf(page) },
  isOnce: true,
})}</section>
`;
}

function monitorsOf(visit: ConsoleVisit, page: ConsoleWebsitePage): Html {
  const { monitors, website } = page;
  if (!monitors || (monitors.length === 0 && !may(visit, 'monitors:write'))) return NOTHING;
  const more = monitors.length - MAX_MONITORS;
  return html`<section aria-labelledby="monitors">
<h2 id="monitors">Monitors</h2>
${
  monitors.length > 0
    ? monitorRows(worstFirst(monitors).slice(0, MAX_MONITORS))
    : html`<p>None yet: nobody is told when ${website.domain} gets worse.</p>
`
}${
    more > 0 &&
    html`<p><a href="/console/monitors">And ${more} more</a></p>
`
  }${
    may(visit, 'monitors:write') &&
    html`<p><a href="${addressOf('/console/monitors/new', { url: homeUrlOf(page) })}">New monitor</a></p>
`
  }</section>
`;
}

function worstFirst(monitors: readonly Monitor[]): Monitor[] {
  const rank = ({ state }: Monitor) => (state.status === 'breached' ? 0 : 1);
  return monitors.toSorted((one, other) => rank(one) - rank(other));
}

/** Of the website, as its pages are reached. */
function homeUrlOf({ website, anyPage }: ConsoleWebsitePage): string {
  return anyPage ? new URL('/', anyPage.url).href : `https://${website.domain}/`;
}

/** Path of a website's screen. */
export function pathOf({ id }: Pick<Website, 'id'>): string {
  return `/console/websites/${String(id)}`;
}

function sharing(visit: ConsoleVisit, { website, refused }: ConsoleWebsitePage): Html {
  const address = visit.base + sharePath(website.shareToken);
  return html`<section aria-labelledby="sharing">
<h2 id="sharing">Sharing</h2>
<p>Link for people without a key: <a href="${address}">${address}</a>${closedNote(website)}</p>
${website.privacy === 0 ? badgeOf(address) : NOTHING}${may(visit, 'websites:write') && sharingForms(visit, website, refused)}</section>
`;
}

/** Why the link shows nothing. */
function closedNote({ privacy, passwordHash }: Website): Html {
  if (privacy === 1) return html` <span class="quiet">It shows nothing while the website is private.</span>`;
  if (privacy === 2 && passwordHash === null)
    return html` <span class="quiet">Nobody can open it until a password is set.</span>`;
  return NOTHING;
}

function badgeOf(address: string): Html {
  return html`<p>Badge for a README: <code>[![Score](${address}/badge.svg)](${address})</code></p>
`;
}

function sharingForms(visit: ConsoleVisit, website: Website, refused: Refusal | null): Html {
  const path = pathOf(website);
  const isSet = website.passwordHash !== null;
  const settings = postForm(
    visit,
    { action: `${path}/sharing`, style: 'panel', version: versionFor(shownOf(website), refused) },
    html`${choicesField({
      ...{ name: 'privacy', label: 'Who may see the reports?', type: 'radio', refused },
      options: PRIVACIES,
      chosen: [String(website.privacy)],
    })}${textField({
      ...{ name: 'password', label: isSet ? 'New password' : 'Password', type: 'password' },
      refused: withLostPassword(refused),
      attributes: html` maxlength="128" autocomplete="new-password"`,
      hint: isSet ? 'Leave it empty to keep the one that is set.' : 'Only for the last choice.',
    })}<button>Save</button>
`,
  );
  return html`${settings}<p><a href="${path}/share-url">Make a new link</a></p>
`;
}

/** A password that was typed is not sent back: without it, the form would keep the one that is set. */
function withLostPassword(refused: Refusal | null): Refusal | null {
  if (refused === null || textOf(refused.typed, 'password') === '') return refused;
  const password = [...(refused.errors.password ?? []), 'Enter the password again.'];
  return { ...refused, errors: { ...refused.errors, password } };
}

export function renewShareUrlPage(visit: ConsoleVisit, website: Website): string {
  const address = visit.base + sharePath(website.shareToken);
  return confirmPage(visit, {
    title: `Make a new link for ${website.domain}?`,
    consequence: html`The link that was given out stops working, with its badge, everything below it and the visits of people who entered the password: ${address}.`,
    path: pathOf(website),
    action: 'share-url',
    words: 'Make a new link',
    isOnce: true,
  });
}

export function deleteWebsitePage(visit: ConsoleVisit, website: Website): string {
  return confirmPage(visit, {
    title: `Delete ${website.domain}?`,
    consequence: html`The website goes with ${counted(website.reportsCount, 'report')} and their pictures, its crawls with all that they found, its history and its share link. Its monitors stay, and audit it again.`,
    path: pathOf(website),
  });
}
