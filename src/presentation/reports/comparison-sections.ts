import { CATEGORIES, CATEGORY_NAMES, isProblem } from '../../engine/audit/check.js';
import { type Finding } from '../../engine/audit/audit.js';
import { type Gains, gainsOf, inFixOrder } from '../../engine/audit/gain.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type LoadFacts } from '../../engine/page-loader/load-facts.js';
import { type FullReport } from '../../reports/full-report.js';
import {
  type Change,
  type CheckChange,
  type ComparedReport,
  comparisonOf,
  type Condition,
  type ReportComparison,
} from '../../reports/comparison/report-comparison.js';
import { scraped, scrapedAddress } from '../scraped.js';
import { bytesText, millisecondsText } from '../../basics/quantities.js';
import { CHANGE_WORDS, gainText, timeHtml, OUTCOME_WORDS, pointsText } from '../wording.js';
import { ON_SERVER } from '../medium.js';
import { ByteBudget, findingBlock, listedFinding, messageHtml, type Stakes } from './findings.js';
import { scoreRing } from '../score.js';

const MAX_LISTED = 100;

const CONDITION_WORDS: Readonly<Record<Condition, string>> = {
  url: 'the address of the page',
  ruleset_version: 'the version of the checks',
  rendered: 'whether a browser rendered the page',
  device: 'the device that the browser simulated',
};

/** What pages show of a comparison.
 *  @param path below which reports are shown */
export function comparisonParts(
  before: CompletedReport,
  after: CompletedReport,
  path: string,
): { readonly difference: string; readonly heading: Html; readonly main: Html } {
  const comparison = shownComparison(before, after);
  const gains = gainsOf(after.details);
  const still = stillToFix(comparison, gains);
  const budget = new ByteBudget();
  const stakes = { gains, caps: new Map<string, number>(), budget, medium: ON_SERVER };
  const difference = pointsText(comparison.score.difference ?? 0);
  return {
    difference,
    heading: html`<h1>${scrapedAddress(after.url, 400)}</h1>
<p class="lead"><strong>${difference}.</strong> ${summaryOf(comparison, still)}.</p>
`,
    main: html`${conditionsOf(comparison)}<div class="sides">${side(path, 'Before', before)}${side(path, 'After', after)}</div>
${numbersOf(before, after)}${(['fixed', 'broken', 'changed'] as const).map((change) =>
      changed(change, comparison[change], stakes),
    )}${unchanged(still, stakes)}`,
  };
}

/** A completed report, with all that its page shows. */
export type CompletedReport = FullReport & ComparedReport;

export function isCompleted(report: FullReport): report is CompletedReport {
  return report.score !== null && report.details.rulesetVersion !== null;
}

/** Without changes of which a page can't say what changed: another value, like a time, of a check that passes as before. */
function shownComparison(before: CompletedReport, after: CompletedReport): ReportComparison {
  const comparison = comparisonOf(before, after);
  return { ...comparison, changed: comparison.changed.filter(isVisible) };
}

function isVisible({ from, to }: CheckChange): boolean {
  if (from === null || to === null || isProblem(to.outcome)) return true;
  return from.outcome !== to.outcome || from.reason !== to.reason;
}

/** Problems that are what they were, in the order to fix them. */
function stillToFix({ from, to, broken, changed }: ReportComparison, gains: Gains): Finding[] {
  if (from.errorCode !== null) return [];
  const moved = new Set([...broken, ...changed].map((change) => (change.to ?? change.from).id));
  const still = to.details.checks.filter(({ id, outcome }) => isProblem(outcome) && !moved.has(id));
  return inFixOrder(still, gains);
}

function summaryOf({ from, to, ...changes }: ReportComparison, still: readonly Finding[]): string {
  const { fixed, broken, changed } = changes;
  const isUnloaded = [from, to].map(({ errorCode }) => errorCode !== null);
  if (isUnloaded.some(Boolean)) {
    const none = isUnloaded[0] ? 'The earlier report could not' : 'The later report could not';
    const which = isUnloaded.every(Boolean) ? 'Neither report could' : none;
    return `${which} load the page, so there are no checks to compare`;
  }
  return `${String(fixed.length)} fixed, ${String(broken.length)} broken, ${String(changed.length)} changed otherwise, ${String(still.length)} still to fix`;
}

function conditionsOf({ differsIn }: ReportComparison): Html {
  if (differsIn.length === 0) return NOTHING;
  const words = differsIn.map((condition) => CONDITION_WORDS[condition]).join('; ');
  return html`<p class="notice">Not only the page differs between the two reports, which may explain some of the changes: ${words}.</p>
`;
}

function side(path: string, name: string, report: FullReport): Html {
  const { id, score, result, errorCode, errorDetail } = report;
  return html`<section class="side"><div class="hero">
${scoreRing(score, result)}
<div><h2>${name}</h2><p>${timeHtml(report.generatedAt ?? report.createdAt)}</p>
<p><a href="${path}/reports/${id}">Report ${id}</a></p></div>
</div>${errorCode !== null && html`<p class="notice bad"><strong>The page could not be loaded.</strong> ${scraped(errorDetail ?? '')}</p>`}</section>
`;
}

interface NumberRow {
  readonly name: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly text: (value: number) => string;
}

function numbersOf(before: FullReport, after: FullReport): Html {
  const categories: NumberRow[] = CATEGORIES.map((category) => ({
    name: CATEGORY_NAMES[category],
    from: before.details.categories[category] ?? null,
    to: after.details.categories[category] ?? null,
    text: String,
  }));
  const [earlier, later] = [before.details.facts, after.details.facts] as Partial<LoadFacts>[];
  const measured: NumberRow[] = [
    {
      name: 'Document size',
      from: earlier?.sizes?.decoded_bytes ?? null,
      to: later?.sizes?.decoded_bytes ?? null,
      text: bytesText,
    },
    {
      name: 'Time to first byte',
      from: earlier?.timings?.ttfb_ms ?? null,
      to: later?.timings?.ttfb_ms ?? null,
      text: millisecondsText,
    },
  ];
  const rows = [...categories, ...measured].filter(({ from, to }) => from !== null || to !== null);
  if (rows.length === 0) return NOTHING;
  return html`<section aria-labelledby="numbers">
<h2 id="numbers">Numbers</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Numbers of both reports"><table class="numbers">
<thead><tr><td></td><th scope="col">Before</th><th scope="col">After</th></tr></thead>
<tbody>
${rows.map(
  ({ name, from, to, text }) =>
    html`<tr><th scope="row">${name}</th><td>${from === null ? '–' : text(from)}</td><td>${to === null ? '–' : text(to)}</td></tr>
`,
)}</tbody></table></div>
</section>
`;
}

function changed(change: Change, checks: readonly CheckChange[], stakes: Stakes): Html {
  if (checks.length === 0) return NOTHING;
  const listed = checks.slice(0, MAX_LISTED);
  const problems = listed.flatMap(({ to }) => (to && isProblem(to.outcome) ? [to] : []));
  const lines = listed.filter(({ to }) => !isProblem(to?.outcome));
  return html`<section aria-labelledby="${change}">
<h2 id="${change}">${CHANGE_WORDS[change]} <span class="quiet">${checks.length}</span></h2>
${inFixOrder(problems, stakes.gains).map((finding) => findingBlock(finding, stakes))}${
    lines.length > 0 &&
    html`<ul class="compact">
${lines.map(({ from, to }) => listedFinding((to ?? from).id, `${wordOf(from)} before, ${wordOf(to).toLowerCase()} now`, stakes.medium))}</ul>`
  }
</section>
`;
}

function wordOf(finding: Finding | null): string {
  return finding ? OUTCOME_WORDS[finding.outcome] : 'Not checked';
}

function unchanged(findings: readonly Finding[], { gains, budget, medium }: Stakes): Html {
  if (findings.length === 0) return NOTHING;
  return html`<section aria-labelledby="unchanged">
<h2 id="unchanged">Still to fix <span class="quiet">${findings.length}</span></h2>
<ul class="compact">
${findings.slice(0, MAX_LISTED).map((finding) => listedFinding(finding.id, html`${lead(gains.get(finding.id))}${messageHtml(finding, budget)}`, medium))}</ul>
</section>
`;
}

function lead(gain: number | undefined): string | null {
  const gained = gainText(gain);
  return gained === null ? null : `${gained}: `;
}
