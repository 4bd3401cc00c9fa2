import { CATEGORIES, CATEGORY_NAMES } from '../../audit/check.js';
import { type Finding } from '../../audit/audit.js';
import { type Html, html, NOTHING } from '../../http/pages/html.js';
import { type LoadFacts } from '../../page-loader/load-facts.js';
import { type FullReport } from '../../reports/full-report.js';
import { type Change, changesOf, outcomesOf } from '../comparison.js';
import { scrapedAddress } from '../scraped.js';
import { bytesText, millisecondsText } from '../../quantities.js';
import { CHANGE_WORDS, timeHtml, OUTCOME_WORDS, RESULT_WORDS, signed } from '../wording.js';
import { ByteBudget, findingBlock, listedFinding, messageHtml } from './findings.js';
import { scoreRing } from './score.js';
import { crumbs, pathOf, type Share, sharePage } from './share-page.js';

const MAX_LISTED = 100;

/** Compares two completed reports of one URL: what was fixed, what is new, and what is still to fix. */
export function comparePage(share: Share, before: FullReport, after: FullReport): string {
  const [from, to] = [before, after];
  const changes = changesOf(outcomesOf(before.details.checks), outcomesOf(after.details.checks));
  const budget = new ByteBudget();
  const difference = signed((to.score ?? 0) - (from.score ?? 0));
  return sharePage(share, {
    path: `/compare/${String(from.id)}/${String(to.id)}`,
    title: `Comparison of reports ${String(from.id)} and ${String(to.id)} of ${share.website.domain}`,
    description: `Two reports of a page of ${share.website.domain} compared: ${difference} points. What was fixed, what is new, and what is still to fix, check by check.`,
    heading: html`${crumbs(share, html`<a href="${pathOf(share.website)}/reports/${to.id}">Report ${to.id}</a>`, `Compared with report ${String(from.id)}`)}
<h1>${scrapedAddress(to.url, 400)}</h1>
<p class="lead"><strong>${difference} points.</strong> ${summaryOf(changes)}.</p>
`,
    main: html`<div class="sides">${side(share, 'Before', before)}${side(share, 'After', after)}</div>
${numbersOf(before, after)}${(['fixed', 'better', 'new', 'worse'] as const).map((change) =>
      changed(change, { changes, before, after, budget }),
    )}${unchanged(changes, after, budget)}`,
  });
}

function summaryOf(changes: ReadonlyMap<string, Change>): string {
  const all = [...changes.values()];
  const count = (...wanted: Change[]) => all.filter((change) => wanted.includes(change)).length;
  return `${String(count('fixed', 'better'))} fixed or improved, ${String(count('new', 'worse'))} new or worse, ${String(count('unchanged'))} still to fix`;
}

function side(share: Share, name: string, report: FullReport): Html {
  const { id, score, result } = report;
  return html`<section class="side"><div class="hero">
${score !== null && result !== null && scoreRing(score, RESULT_WORDS[result], result)}
<div><h2>${name}</h2><p>${timeHtml(report.generatedAt ?? report.createdAt)}</p>
<p><a href="${pathOf(share.website)}/reports/${id}">Report ${id}</a></p></div>
</div></section>
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
<div class="scroll" tabindex="0" role="region" aria-label="Numbers of both reports"><table>
<thead><tr><td></td><th scope="col" class="number">Before</th><th scope="col" class="number">After</th></tr></thead>
<tbody>
${rows.map(
  ({ name, from, to, text }) =>
    html`<tr><th scope="row">${name}</th><td class="number">${from === null ? '–' : text(from)}</td><td class="number">${to === null ? '–' : text(to)}</td></tr>
`,
)}</tbody></table></div>
</section>
`;
}

function changed(
  change: Exclude<Change, 'fine' | 'unchanged'>,
  {
    changes,
    before,
    after,
    budget,
  }: { changes: ReadonlyMap<string, Change>; before: FullReport; after: FullReport; budget: ByteBudget },
): Html {
  const findings = findingsOf(change, changes, after);
  if (findings.length === 0) return NOTHING;
  const outcomes = outcomesOf(before.details.checks);
  return html`<section aria-labelledby="${change}">
<h2 id="${change}">${CHANGE_WORDS[change]} <span class="quiet">${findings.length}</span></h2>
${
  change === 'fixed'
    ? html`<ul class="compact">
${findings.map(({ id, outcome }) => listedFinding(id, `${OUTCOME_WORDS[outcomes[id] ?? 'error']} before, ${OUTCOME_WORDS[outcome].toLowerCase()} now`))}</ul>`
    : findings.map((finding) => findingBlock(finding, { cap: null, budget }))
}</section>
`;
}

function unchanged(changes: ReadonlyMap<string, Change>, after: FullReport, budget: ByteBudget): Html {
  const findings = findingsOf('unchanged', changes, after);
  if (findings.length === 0) return NOTHING;
  return html`<section aria-labelledby="unchanged">
<h2 id="unchanged">${CHANGE_WORDS.unchanged} <span class="quiet">${findings.length}</span></h2>
<ul class="compact">
${findings.map((finding) => listedFinding(finding.id, messageHtml(finding, budget)))}</ul>
</section>
`;
}

function findingsOf(
  wanted: Change,
  changes: ReadonlyMap<string, Change>,
  { details }: FullReport,
): Finding[] {
  return details.checks.filter(({ id }) => changes.get(id) === wanted).slice(0, MAX_LISTED);
}
