import { type Finding } from '../../engine/audit/audit.js';
import { messageOf } from '../../engine/audit/message.js';
import { checkOf } from '../../engine/audit/registry.js';
import { type Evidence } from '../../engine/audit/dom/evidence.js';
import { type Gate } from '../../engine/audit/score.js';
import { type Html, html, NOTHING, prose } from '../../platform/pages/html.js';
import { scraped, visible } from '../scraped.js';
import { counted } from '../../basics/quantities.js';
import { IMPORTANCE_WORDS, METHOD_WORDS, OUTCOME_WORDS, TASK_WORDS, wordsOf } from '../wording.js';

/** Evidence of one finding that a page shows. The API has up to twenty, in full. */
const MAX_EVIDENCE = 4;
const MAX_EXCERPT = 160;
const MAX_SELECTOR = 120;

/** Limit on third-party text per page, which keeps every page below 100 kB. The most important findings come first. */
const MAX_THIRD_PARTY_BYTES = 32_000;

/** Third-party text that a page may still show. */
export class ByteBudget {
  private left = MAX_THIRD_PARTY_BYTES;

  /** Returns the markup, or null if it exceeds the budget. */
  spend(markup: Html | null): Html | null {
    const bytes = markup ? Buffer.byteLength(markup.text) : 0;
    if (bytes > this.left) return null;
    this.left -= bytes;
    return markup;
  }
}

type Task = keyof typeof TASK_WORDS;

/** All findings: what to fix, in order of urgency, then everything else. */
export function findingSections(findings: readonly Finding[], gates: readonly Gate[]): Html {
  const caps = new Map(gates.map(({ id, max_score }) => [id, max_score]));
  const tasks: Record<Task, Finding[]> = { first: [], next: [], then: [], info: [] };
  for (const finding of findings) {
    const task = taskOf(finding, caps);
    if (task) tasks[task].push(finding);
  }
  const budget = new ByteBudget();
  const sections = (Object.keys(tasks) as Task[]).map((task) =>
    taskSection(task, tasks[task], { caps, budget }),
  );
  return html`${sections}${restSection(findings, budget)}`;
}

function taskOf({ id, outcome, importance }: Finding, caps: ReadonlyMap<string, number>): Task | null {
  if (outcome !== 'fail' && outcome !== 'warn') return null;
  if (importance === 'info') return 'info';
  if (caps.has(id)) return 'first';
  if (outcome === 'warn' || importance === 'low') return 'then';
  return importance === 'high' ? 'first' : 'next';
}

function taskSection(
  task: Task,
  findings: readonly Finding[],
  { caps, budget }: { caps: ReadonlyMap<string, number>; budget: ByteBudget },
): Html {
  if (findings.length === 0) return NOTHING;
  const [heading, about] = TASK_WORDS[task];
  const inOrder = findings.toSorted((a, b) => urgencyOf(a, caps) - urgencyOf(b, caps));
  return html`<section aria-labelledby="${task}">
<h2 id="${task}">${heading} <span class="quiet">${findings.length}</span></h2>
<p class="quiet">${about}</p>
${inOrder.map((finding) => findingBlock(finding, { cap: caps.get(finding.id) ?? null, budget }))}</section>
`;
}

const URGENCY = { high: 0, medium: 1, low: 2, info: 3 } as const;

function urgencyOf({ id, outcome, importance }: Finding, caps: ReadonlyMap<string, number>): number {
  return (caps.has(id) ? -10 : 0) + URGENCY[importance] + (outcome === 'fail' ? 0 : 4);
}

/** One finding with its fix, its reason and its evidence. */
export function findingBlock(
  finding: Finding,
  { cap, budget }: { cap: number | null; budget: ByteBudget },
): Html {
  const { id, outcome, importance, method, sample } = finding;
  const check = checkOf(id) ?? null;
  return html`<article class="finding ${outcome}">
<h3>${check?.name ?? wordsOf(id)}</h3>
<ul class="tags"><li class="${outcome}">${OUTCOME_WORDS[outcome]}</li>
<li>${IMPORTANCE_WORDS[importance]}</li>
${cap !== null && html`<li>Limits the score to ${cap}</li>`}
${method in METHOD_WORDS && html`<li>${METHOD_WORDS[method] ?? ''}${sample && `: ${String(sample.taken)} of ${String(sample.of)}`}</li>`}
</ul>
<p>${messageHtml(finding, budget)}</p>
${
  check &&
  html`<p><strong>How to fix:</strong> ${prose(check.fix)}</p>
<p><strong>Why:</strong> ${prose(check.why)}</p>
`
}${evidenceList(finding, budget)}${
    check &&
    html`<p class="about"><a href="/docs/checks/${id}">About this check</a> · <a href="${check.source}" rel="noopener noreferrer">Source</a></p>
`
  }</article>
`;
}

function evidenceList({ evidence, evidence_count }: Finding, budget: ByteBudget): Html {
  const shown = evidence.slice(0, MAX_EVIDENCE).flatMap((item) => budget.spend(evidenceItem(item)) ?? []);
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

const REST_SECTIONS = [
  [
    'error',
    'Could not be checked',
    'The page took too much CPU time, or Pagegrade has a bug. These checks do not count.',
  ],
  ['pass', 'Passed', ''],
  ['not_applicable', 'Not applicable', ''],
] as const;

function restSection(findings: readonly Finding[], budget: ByteBudget): Html {
  return html`${REST_SECTIONS.map(([outcome, heading, about]) => {
    const rest = findings.filter((finding) => finding.outcome === outcome);
    if (rest.length === 0) return NOTHING;
    return html`<section aria-labelledby="${outcome}">
<h2 id="${outcome}">${heading} <span class="quiet">${rest.length}</span></h2>
${about !== '' && html`<p class="quiet">${about}</p>`}
<ul class="compact">
${rest.map((finding) => compactItem(finding, budget))}</ul>
</section>
`;
  })}`;
}

function compactItem(finding: Finding, budget: ByteBudget): Html {
  return listedFinding(finding.id, messageHtml(finding, budget));
}

/** A link to a check with a remark. */
export function listedFinding(id: string, remark: Html | string): Html {
  return html`<li><a href="/docs/checks/${id}">${checkOf(id)?.name ?? wordsOf(id)}</a> <span class="quiet">${remark}</span></li>
`;
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
