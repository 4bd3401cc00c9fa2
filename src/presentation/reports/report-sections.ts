import { type Finding } from '../../engine/audit/audit.js';
import { CATEGORIES, CATEGORY_NAMES } from '../../engine/audit/check.js';
import { type Gains, gainsOf, inFixOrder, scoreWith } from '../../engine/audit/gain.js';
import { type Result } from '../../engine/audit/score.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type Change, outcomeChanges } from '../../reports/comparison/report-comparison.js';
import { scraped, scrapedAddress } from '../scraped.js';
import { type EarlierOutcomes } from './report-history.js';
import { CHANGE_WORDS, signed, timeHtml } from '../wording.js';
import { factsList } from './facts.js';
import { ByteBudget, findingSections, gainTag, messageHtml, nameOf, sectionOf } from './findings.js';
import { links, type Medium } from '../medium.js';
import { lighthouseSection } from './lighthouse.js';
import { renderedSection } from './rendered.js';
import { type ShownReport } from './shown-report.js';
import { scoreBar, scoreRing } from '../score.js';
import { remark, section, type Section } from '../section.js';
import { summaryText } from './summary.js';

/** What pages and files say of a report. */
export interface ReportContent {
  readonly report: ShownReport;
  readonly earlier: EarlierReport | null;
  /** Result of a score. */
  readonly resultOf: (score: number) => Result;
}

/** The report of the same page before. */
export interface EarlierReport extends EarlierOutcomes {
  /** null: those who read what is shown can't open it. */
  readonly path: string | null;
  /** Of the comparison of both. */
  readonly comparisonPath: string | null;
}

/** Fixes on the first screen. */
const MAX_FIXES = 5;

/** How the page stands: its score, two sentences, and its picture. */
export function reportHero(
  content: ReportContent,
  { picture, actions }: { readonly picture: Html; readonly actions: Html },
): Html {
  const { score, result, url, errorCode, generatedAt, createdAt } = content.report;
  return html`<div class="hero report">
${scoreRing(score, result)}
${picture}<div><h1>${scrapedAddress(url, 400)}</h1>
${score !== null && errorCode === null && html`<p class="lead">${summaryOf(content, score)}</p>`}
<p class="quiet">${score === null ? 'Requested' : 'Audited'} ${timeHtml(generatedAt ?? createdAt)} · <a href="${pageUrl(url)}" rel="nofollow noopener noreferrer">Open the page</a>${actions}</p>
</div>
</div>
`;
}

/** What to fix first, then everything that was found and measured. */
export function reportSections(content: ReportContent, medium: Medium): Section[] {
  const { details } = content.report;
  return [
    remark(stateOf(content.report)),
    ...fixFirst(details),
    ...categoriesOf(content),
    ...lighthouseSection(details, medium),
    ...sinceEarlier(content, medium),
    ...renderedSection(details, medium),
    ...findingSections(details, details.categories, medium),
    ...measuredOf(content.report),
  ];
}

function summaryOf({ report: { details, createdAt }, earlier }: ReportContent, score: number): string {
  const fixes = fixesOf(details.checks, gainsOf(details));
  const reached = scoreWith(
    details,
    fixes.map(({ id }) => id),
  );
  const count = reached > score ? fixes.length : 0;
  return summaryText({ score, createdAt }, earlier, { count, score: reached });
}

/** The findings that are worth the most. */
function fixesOf(checks: readonly Finding[], gains: Gains): Finding[] {
  const counting = checks.filter(
    ({ id, importance, method }) => gains.has(id) && importance !== 'info' && method !== 'unrendered',
  );
  return inFixOrder(counting, gains).slice(0, MAX_FIXES);
}

function fixFirst(details: ShownReport['details']): Section[] {
  const gains = gainsOf(details);
  const fixes = fixesOf(details.checks, gains);
  if (fixes.length === 0) return [];
  const budget = new ByteBudget();
  const content = html`<ol class="fixes">
${fixes.map(
  (finding) =>
    html`<li>${gainTag(gains.get(finding.id))} <a href="#${finding.id}">${nameOf(finding.id)}</a> <span>${messageHtml(finding, budget)}</span></li>
`,
)}</ol>
`;
  return [section({ id: 'first', name: 'Fix first' }, content)];
}

/** Normalized URL of the page; never another scheme than http or https. */
function pageUrl(url: string): string {
  const { href, protocol } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : 'about:blank';
}

function stateOf({ status, errorCode, errorDetail, details: { gates } }: ShownReport): Html {
  if (status === 'queued' || status === 'running') {
    return html`<p class="notice"><span id="progress-text">This report is in progress.</span> <a href="">Reload</a></p>
`;
  }
  if (status === 'failed') {
    return html`<p class="notice bad">This report could not be made. The fault is not in the page: have it audited again.</p>
`;
  }
  if (errorCode !== null) {
    return html`<div class="notice bad"><p><strong>The page could not be loaded.</strong> ${scraped(errorDetail ?? '')}</p></div>
`;
  }
  if (gates.length === 0) return NOTHING;
  const cap = Math.min(...gates.map(({ max_score }) => max_score));
  const names = gates.map(({ id }) => nameOf(id)).join(', ');
  return html`<p class="notice decent">The score is limited to ${cap} because of: <strong>${names}</strong>.</p>
`;
}

const TONES: Readonly<Record<Change, string>> = { fixed: 'good', broken: 'bad', changed: 'quiet' };

function sinceEarlier({ report, earlier }: ReportContent, medium: Medium): Section[] {
  if (!earlier || report.score === null || report.errorCode !== null) return [];
  const changes = outcomeChanges(earlier.outcomes, report.details.checks);
  const isLoaded = earlier.errorDetail === null;
  const changed = (['fixed', 'broken', 'changed'] as const).map((kind) => {
    const names = changes.flatMap(({ id, change }) => (change === kind ? [nameOf(id)] : []));
    return names.length === 0
      ? NOTHING
      : html`<p><strong class="${TONES[kind]}">${CHANGE_WORDS[kind]}:</strong> ${names.join(', ')}</p>
`;
  });
  const both = links(medium, [
    [earlier.comparisonPath, 'Compare both reports'],
    [earlier.path, 'Open the previous report'],
  ]);
  const name = `${signed(report.score - earlier.score)} since the previous report`;
  const markup = html`<section class="notice" aria-labelledby="since">
<h2 id="since" class="small">${name}</h2>
<p>The previous report is from ${timeHtml(earlier.createdAt)} and has a score of ${earlier.score}.${
    isLoaded
      ? changes.length === 0 && ' No check changed.'
      : html` The page could not be loaded: ${scraped(earlier.errorDetail)}`
  }</p>
${changed}${both.length > 0 && html`<p>${both}</p>`}
</section>
`;
  return [{ heading: { id: 'since', name }, subheadings: [], markup }];
}

function categoriesOf({ report: { details }, resultOf }: ReportContent): Section[] {
  const rows = CATEGORIES.flatMap((category) => {
    const score = details.categories[category];
    return typeof score === 'number' ? [{ category, name: CATEGORY_NAMES[category], score }] : [];
  });
  if (rows.length === 0) return [];
  const content = html`<ul class="categories">
${rows.map(
  ({ category, name, score }) =>
    html`<li><a href="#${sectionOf(category)}">${name}</a>${scoreBar(score, resultOf(score))}<span class="number">${score}</span></li>
`,
)}</ul>
`;
  return [section({ id: 'categories', name: 'By category' }, content)];
}

function measuredOf(report: ShownReport): Section[] {
  if (report.status !== 'completed') return [];
  const content = html`${factsList(report)}${parityOf(report.details)}`;
  return [section({ id: 'measured', name: 'Measurements' }, content)];
}

function parityOf({ parity }: ShownReport['details']): Html {
  if (!parity) return NOTHING;
  const { lighthouse, observatory } = parity;
  return html`<p>Results by the rules of other tools: Lighthouse SEO <strong>${lighthouse.seo}</strong> of 100, HTTP Observatory <strong>${observatory.grade}</strong> (${observatory.score}).</p>
`;
}
