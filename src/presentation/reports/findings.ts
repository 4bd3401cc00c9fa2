import { type Finding } from '../../engine/audit/audit.js';
import { CATEGORIES, type Category, CATEGORY_NAMES, isProblem } from '../../engine/audit/check.js';
import { type Gains, gainsOf, inFixOrder, type ScoredFindings } from '../../engine/audit/gain.js';
import { messageOf } from '../../engine/audit/message.js';
import { checkOf } from '../../engine/audit/registry.js';
import { type Evidence } from '../../engine/audit/dom/evidence.js';
import { type Html, html, NOTHING, prose } from '../../platform/pages/html.js';
import { scraped, visible } from '../scraped.js';
import { link, links, type Medium } from '../medium.js';
import { section, type Section } from '../section.js';
import { counted } from '../../basics/quantities.js';
import { gainText, IMPORTANCE_WORDS, METHOD_WORDS, OUTCOME_WORDS, wordsOf } from '../wording.js';

/** Evidence of one finding that a page shows. The API has up to twenty, in full. */
const MAX_EVIDENCE = 4;
/** The same in a file, where all of it is shown at once. */
const MAX_EVIDENCE_IN_FILE = 3;
const MAX_EXCERPT = 160;
const MAX_SELECTOR = 120;

/** Limit on third-party text per page, which keeps every page below 100 kB. The most important findings come first. */
const MAX_THIRD_PARTY_BYTES = 20_000;

/** Third-party text that a page may still show. */
export class ByteBudget {
  constructor(
    private left = MAX_THIRD_PARTY_BYTES,
    private readonly whole: ByteBudget | null = null,
  ) {}

  /** One of equal parts of what is left. */
  part(parts: number): ByteBudget {
    return new ByteBudget(this.left / parts, this);
  }

  /** Returns the markup, or null if it exceeds the budget. */
  spend(markup: Html | null): Html | null {
    const bytes = markup ? Buffer.byteLength(markup.text) : 0;
    if (bytes > this.left) return null;
    this.take(bytes);
    return markup;
  }

  private take(bytes: number): void {
    this.left -= bytes;
    this.whole?.take(bytes);
  }
}

/** What the block of a finding says of the score. */
export interface Stakes {
  readonly gains: Gains;
  /** Limits on the score, by the id of the check. */
  readonly caps: ReadonlyMap<string, number>;
  readonly budget: ByteBudget;
  readonly medium: Medium;
}

/** All findings by category: what fails, the most valuable first, then everything else, folded.
 *  @param scores by category; null: no check applies */
export function findingSections(
  report: ScoredFindings,
  scores: Readonly<Record<string, number | null>>,
  medium: Medium,
): Section[] {
  const gains = gainsOf(report);
  const findings = inFixOrder(report.checks, gains);
  const caps = new Map(report.gates.map(({ id, max_score }) => [id, max_score]));
  const stakes = { gains, caps, budget: new ByteBudget(), medium };
  return CATEGORIES.flatMap((category) =>
    categorySection(
      category,
      { findings: findings.filter((finding) => finding.category === category), score: scores[category] },
      stakes,
    ),
  );
}

/** Address of a category's section on the page. */
export function sectionOf(category: Category): string {
  return `group-${category}`;
}

function categorySection(
  category: Category,
  { findings, score }: { findings: readonly Finding[]; score: number | null | undefined },
  stakes: Stakes,
): Section[] {
  if (findings.length === 0) return [];
  const name = html`${CATEGORY_NAMES[category]} ${typeof score === 'number' && html`<span class="quiet">${score}</span>`}`;
  const problems = findings.filter(({ outcome }) => isProblem(outcome));
  const content = html`${problems.map((finding) => findingBlock(finding, stakes))}${restOf(findings, stakes)}`;
  const headings = problems.map(({ id }) => ({ id, name: nameOf(id) }));
  return [section({ id: sectionOf(category), name }, content, headings)];
}

/** Name of a check; earlier reports may have checks that are no more. */
export function nameOf(id: string): string {
  return checkOf(id)?.name ?? wordsOf(id);
}

/** What one finding is worth; nothing if it is worth nothing alone. */
export function gainTag(gain: number | undefined): Html {
  const text = gainText(gain);
  return text === null ? NOTHING : html`<span class="gain">${text}</span>`;
}

/** One finding with its fix; its places, its reason and its sources are folded. */
export function findingBlock(finding: Finding, { gains, caps, budget, medium }: Stakes): Html {
  const { id, outcome } = finding;
  const check = checkOf(id) ?? null;
  return html`<details class="finding ${outcome}" id="${id}"${(medium.isUnfolded || outcome === 'fail') && html` open`}><summary><h3>${nameOf(id)}</h3> ${gainTag(gains.get(id))}</summary>
<p>${messageHtml(finding, budget)}</p>
${check && html`<p><strong>How to fix:</strong> ${prose(check.fix)}</p>`}
<details class="more"${medium.isUnfolded && html` open`}><summary>Where and why</summary>
${tagsOf(finding, caps.get(id))}${check && html`<p>${prose(check.why)}</p>`}
${evidenceList(finding, { budget, medium })}${
    check &&
    html`<p class="about">${links(medium, [[`/docs/checks/${id}`, 'About this check']])}${medium.base !== null && ' · '}<a href="${check.source}" rel="noopener noreferrer">Source</a></p>
`
  }</details></details>
`;
}

function tagsOf({ outcome, importance, method, sample }: Finding, cap: number | undefined): Html {
  const how = METHOD_WORDS[method];
  return html`<ul class="tags"><li class="${outcome}">${OUTCOME_WORDS[outcome]}</li><li>${IMPORTANCE_WORDS[importance]}</li>${
    cap !== undefined && html`<li>Limits the score to ${cap}</li>`
  }${how !== undefined && html`<li>${how}${sample && `: ${String(sample.taken)} of ${String(sample.of)}`}</li>`}</ul>
`;
}

function evidenceList(
  { evidence, evidence_count }: Finding,
  { budget, medium }: Pick<Stakes, 'budget' | 'medium'>,
): Html {
  const most = medium.isUnfolded ? MAX_EVIDENCE_IN_FILE : MAX_EVIDENCE;
  const shown = evidence.slice(0, most).flatMap((item) => budget.spend(evidenceItem(item)) ?? []);
  const more = evidence_count - shown.length;
  return html`${
    shown.length > 0 &&
    html`<ul class="places">
${shown}</ul>
`
  }${
    more > 0 &&
    html`<p class="about">${shown.length > 0 && 'and '}${counted(more, shown.length > 0 ? 'more occurrence' : 'occurrence')}</p>
`
  }`;
}

function evidenceItem({ selector, line, column, excerpt }: Evidence): Html {
  const position = line === null ? null : `Line ${String(line)}, column ${String(column ?? 1)}`;
  const where = html`${position}${position !== null && selector !== null && ': '}${selector !== null && html`<code>${scraped(selector, MAX_SELECTOR)}</code>`}`;
  return html`<li>${where.text !== '' && html`<span class="where">${where}</span>`}<code>${scraped(excerpt, MAX_EXCERPT)}</code></li>
`;
}

const REST = [
  ['error', 'could not be checked', 'row'],
  ['pass', 'passed', 'row brief'],
  ['not_applicable', 'not applicable', 'row brief'],
] as const;

function restOf(findings: readonly Finding[], stakes: Stakes): Html {
  return html`${REST.map(([outcome, words, style]) => {
    const rest = findings.filter((finding) => finding.outcome === outcome);
    if (rest.length === 0) return NOTHING;
    return html`<details class="${style}"${stakes.medium.isUnfolded && html` open`}><summary>${rest.length} ${words}</summary>
<ul class="compact">
${rest.map((finding) => compactItem(finding, stakes))}</ul></details>
`;
  })}`;
}

function compactItem(finding: Finding, { budget, medium }: Stakes): Html {
  const { id } = finding;
  return html`<li id="${id}">${checkLink(id, medium)} <span class="quiet">${messageHtml(finding, budget)}</span></li>
`;
}

/** A link to a check with a remark. */
export function listedFinding(id: string, remark: Html | string, medium: Medium): Html {
  return html`<li>${checkLink(id, medium)} <span class="quiet">${remark}</span></li>
`;
}

function checkLink(id: string, medium: Medium): Html {
  return link(medium, `/docs/checks/${id}`, nameOf(id));
}

/** The message of a finding, in which third-party text stands in quotation marks; without it if the page has too much. */
export function messageHtml(finding: Finding, budget: ByteBudget): Html {
  const parts = messageOf(finding).split(/(?<=“)([^”]*)(?=”)/);
  const isThirdParty = (index: number) => index % 2 === 1;
  const markup = parts.map((part, index) => (isThirdParty(index) ? scraped(part) : html`${visible(part)}`));
  return (
    budget.spend(html`${markup}`) ??
    html`${parts.map((part, index) => (isThirdParty(index) ? html`…` : html`${visible(part)}`))}`
  );
}
