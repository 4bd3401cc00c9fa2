import { type Finding } from '../../engine/audit/audit.js';
import { CATEGORIES, CATEGORY_NAMES } from '../../engine/audit/check.js';
import { checkOf } from '../../engine/audit/registry.js';
import { type Gains, gainsOf, inFixOrder, scoreWith } from '../../engine/audit/gain.js';
import { type Result } from '../../engine/audit/score.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type FullReport } from '../../reports/full-report.js';
import { type Change, outcomeChanges } from '../../reports/comparison/report-comparison.js';
import { scraped, scrapedAddress } from '../scraped.js';
import { type EarlierOutcomes, type PastReport } from '../shared-reports.repository.js';
import { counted } from '../../basics/quantities.js';
import { CHANGE_WORDS, timeHtml, RESULT_WORDS, signed, wordsOf } from '../wording.js';
import { factsList } from './facts.js';
import { ByteBudget, findingSections, gainTag, messageHtml, sectionOf } from './findings.js';
import { scorePlot } from './plot.js';
import { pictureOf, renderedSection } from './rendered.js';
import { scoreBar, scorePill, scoreRing } from './score.js';
import { crumbs, pathOf, type Share, sharePage } from './share-page.js';
import { summaryText } from './summary.js';

export interface ReportPage {
  readonly share: Share;
  readonly report: FullReport;
  /** Reports of the same URL, newest first; may include this one. */
  readonly history: readonly PastReport[];
  readonly earlier: EarlierOutcomes | null;
  /** Result of a score. */
  readonly resultOf: (score: number) => Result;
}

/** Fixes on the first screen. */
const MAX_FIXES = 5;

/** One report: how the page stands and what to fix first on one screen, then all findings and measurements. */
export function reportPage(page: ReportPage): string {
  const { share, report } = page;
  const { domain } = share.website;
  const isGraded = report.score !== null && report.result !== null;
  const verdict = isGraded ? `${String(report.score)} of 100, ${String(report.result)}` : 'not available';
  const { details } = report;
  const gains = gainsOf(details);
  const fixes = fixesOf(details.checks, gains);
  return sharePage(share, {
    path: `/reports/${String(report.id)}`,
    title: `Report ${String(report.id)} of ${domain}, check by check`,
    description: `Report of a page of ${domain}: score ${verdict}. What each check found, where on the page, why it matters, and how to fix it.`,
    heading: html`${crumbs(share, `Report ${String(report.id)}`)}${heroOf(page, fixes)}`,
    main: html`${stateOf(report)}${fixFirst(fixes, gains)}${categoriesOf(page)}${sinceEarlier(page)}${renderedSection(details.rendered, details.checks)}${findingSections(details, details.categories)}${measuredOf(report)}${historyOf(page)}<p class="quiet">Link to this report: <a href="${share.address}/reports/${report.id}">${share.address}/reports/${report.id}</a></p>
`,
  });
}

function heroOf(page: ReportPage, fixes: readonly Finding[]): Html {
  const { share, report } = page;
  const { score, result, url, status } = report;
  const isDone = status === 'completed' || status === 'failed';
  const path = `${pathOf(share.website)}/reports/${String(report.id)}`;
  return html`<div class="hero report">
${score !== null && result !== null && scoreRing(score, RESULT_WORDS[result], result)}
${pictureOf(report.details.rendered, path)}<div><h1>${scrapedAddress(url, 400)}</h1>
${score !== null && report.errorCode === null && html`<p class="lead">${summaryOf(page, score, fixes)}</p>`}
<p class="quiet">${score === null ? 'Requested' : 'Audited'} ${timeHtml(report.generatedAt ?? report.createdAt)} · <a href="${pageUrl(url)}" rel="nofollow noopener noreferrer">Open the page</a>${isDone && html`<span class="screen"> · <a href="${path}/report.pdf">PDF</a> · <a href="${path}/report.html">HTML file</a></span>`}</p>
</div>
</div>
`;
}

function summaryOf({ report, earlier }: ReportPage, score: number, fixes: readonly Finding[]): string {
  const reached = scoreWith(
    report.details,
    fixes.map(({ id }) => id),
  );
  const now = { score, createdAt: report.createdAt };
  const count = reached > score ? fixes.length : 0;
  return summaryText(now, earlier, { count, score: reached });
}

/** The findings that are worth the most. */
function fixesOf(checks: readonly Finding[], gains: Gains): Finding[] {
  const counting = checks.filter(
    ({ id, importance, method }) => gains.has(id) && importance !== 'info' && method !== 'unrendered',
  );
  return inFixOrder(counting, gains).slice(0, MAX_FIXES);
}

function fixFirst(fixes: readonly Finding[], gains: Gains): Html {
  if (fixes.length === 0) return NOTHING;
  const budget = new ByteBudget();
  return html`<section aria-labelledby="first">
<h2 id="first">Fix first</h2>
<ol class="fixes">
${fixes.map(
  (finding) =>
    html`<li>${gainTag(gains.get(finding.id))} <a href="#${finding.id}">${checkOf(finding.id)?.name ?? wordsOf(finding.id)}</a> <span>${messageHtml(finding, budget)}</span></li>
`,
)}</ol>
</section>
`;
}

/** Normalized URL of the page; never another scheme than http or https. */
function pageUrl(url: string): string {
  const { href, protocol } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : 'about:blank';
}

function stateOf(report: FullReport): Html {
  const { details } = report;
  if (report.status === 'queued' || report.status === 'running') {
    return html`<p class="notice">This report is in progress. <a href="">Reload</a> in a few seconds.</p>
`;
  }
  if (report.status === 'failed') {
    return html`<p class="notice bad">This report failed because of an error in Pagegrade, not in the page. Request a new one.</p>
`;
  }
  if (report.errorCode !== null) {
    return html`<div class="notice bad"><p><strong>The page could not be loaded.</strong> ${scraped(report.errorDetail ?? '')}</p></div>
`;
  }
  if (details.gates.length === 0) return NOTHING;
  const cap = Math.min(...details.gates.map(({ max_score }) => max_score));
  const names = details.gates.map(({ id }) => checkOf(id)?.name ?? wordsOf(id)).join(', ');
  return html`<p class="notice decent">The score is limited to ${cap} because of: <strong>${names}</strong>.</p>
`;
}

const TONES: Readonly<Record<Change, string>> = { fixed: 'good', broken: 'bad', changed: 'quiet' };

function sinceEarlier({ share, report, earlier }: ReportPage): Html {
  if (!earlier || report.score === null || report.errorCode !== null) return NOTHING;
  const changes = outcomeChanges(earlier.outcomes, report.details.checks);
  const changed = (['fixed', 'broken', 'changed'] as const).map((kind) => {
    const names = changes.flatMap(({ id, change }) =>
      change === kind ? [checkOf(id)?.name ?? wordsOf(id)] : [],
    );
    return names.length === 0
      ? NOTHING
      : html`<p><strong class="${TONES[kind]}">${CHANGE_WORDS[kind]}:</strong> ${names.join(', ')}</p>
`;
  });
  const path = pathOf(share.website);
  return html`<section class="notice" aria-labelledby="since">
<h2 id="since" class="small">${signed(report.score - earlier.score)} since the previous report</h2>
<p>The previous report is from ${timeHtml(earlier.createdAt)} and has a score of ${earlier.score}.${changes.length === 0 && ' No check changed.'}</p>
${changed}<p><a href="${path}/compare/${earlier.id}/${report.id}">Compare both reports</a> · <a href="${path}/reports/${earlier.id}">Open the previous report</a></p>
</section>
`;
}

function categoriesOf({ report: { details }, resultOf }: ReportPage): Html {
  const rows = CATEGORIES.flatMap((category) => {
    const score = details.categories[category];
    return typeof score === 'number' ? [{ category, name: CATEGORY_NAMES[category], score }] : [];
  });
  if (rows.length === 0) return NOTHING;
  return html`<section aria-labelledby="categories">
<h2 id="categories">By category</h2>
<ul class="categories">
${rows.map(
  ({ category, name, score }) =>
    html`<li><a href="#${sectionOf(category)}">${name}</a>${scoreBar(score, resultOf(score))}<span class="number">${score}</span></li>
`,
)}</ul>
</section>
`;
}

function measuredOf(report: FullReport): Html {
  if (report.status !== 'completed') return NOTHING;
  return html`<section aria-labelledby="measured">
<h2 id="measured">Measurements</h2>
${factsList(report)}${parityOf(report)}</section>
`;
}

function parityOf({ details: { parity } }: FullReport): Html {
  if (!parity) return NOTHING;
  const { lighthouse, observatory } = parity;
  return html`<p>Results by the rules of other tools: Lighthouse SEO <strong>${lighthouse.seo}</strong> of 100, HTTP Observatory <strong>${observatory.grade}</strong> (${observatory.score}).</p>
`;
}

function historyOf({ share, report, history }: ReportPage): Html {
  if (history.length < 2) return NOTHING;
  const path = pathOf(share.website);
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

/** Link to a comparison; the older report is "before". */
function comparisonLink(path: string, a: number, b: number): Html {
  return html`<a href="${path}/compare/${Math.min(a, b)}/${Math.max(a, b)}" aria-label="Compare with report ${a}">Compare</a>`;
}
