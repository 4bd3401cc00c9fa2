import { type Finding } from '../../engine/audit/audit.js';
import { CATEGORY_NAMES, type Category, type Outcome } from '../../engine/audit/check.js';
import { type Evidence } from '../../engine/audit/dom/evidence.js';
import { counted } from '../../basics/quantities.js';
import { messageOf } from '../../engine/audit/message.js';
import { checkOf } from '../../engine/audit/registry.js';
import { type Grade } from '../../engine/grading/grade.js';
import { type AuditedPage, type Writer } from './audited-page.js';
import { lighthouseLines } from './lighthouse-text.js';
import { markdownText } from './markdown-text.js';
import { positionOf } from './place.js';
import { type FindingToFix, toFix } from './to-fix.js';

/** Rows of the table that is not folded. */
const FIRST = 5;
const MAX_PLACES = 3;
const OUTCOMES: Readonly<Record<Outcome, string>> = {
  pass: 'Pass',
  warn: 'Warning',
  fail: 'Fail',
  not_applicable: 'Not applicable',
  error: 'Error',
};

/** GitHub shows no summary beyond 1 MiB, which is that of all commands of a step.
 *  @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#adding-a-job-summary */
const MAX_BYTES = 900_000;

/** For the summary of a job: the score of each page, what to fix first, and all findings, folded, unless it gets too large
 *  by them. */
export const markdown: Writer = (pages) => {
  const whole = sectionsThatFit(pages, true);
  if (whole.length === pages.length) return whole.join('\n\n');
  const short = sectionsThatFit(pages, false);
  const missing = pages.length - short.length;
  const rest = missing === 0 ? '' : ` So are ${counted(missing, 'page')}.`;
  return [...short, `The tables of all checks are left out: the summary would be too large.${rest}`].join(
    '\n\n',
  );
};

function sectionsThatFit(pages: readonly AuditedPage[], hasTable: boolean): string[] {
  const sections: string[] = [];
  let room = MAX_BYTES;
  for (const page of pages) {
    const one = section(page, hasTable);
    room -= Buffer.byteLength(one) + 2;
    if (room < 0) break;
    sections.push(one);
  }
  return sections;
}

function section({ url, grade, fault, renderFault }: AuditedPage, hasTable: boolean): string {
  if (!grade || fault !== null)
    return `## ${markdownText(url)}\n\nThe page was not audited. ${markdownText(fault ?? '')}`;
  const findings = toFix(grade);
  return [
    `## ${markdownText(url)}: ${String(grade.score)} (${grade.result})`,
    scores(grade),
    ...(renderFault === null ? [] : [`The page was not rendered. ${markdownText(renderFault)}`]),
    ...(findings.length > 0 ? [firstFindings(findings)] : []),
    ...(hasTable ? [allFindings(grade.checks)] : []),
  ].join('\n\n');
}

function scores(grade: Grade): string {
  const { categories, gates } = grade;
  const measured = Object.entries(categories).filter(([, score]) => score !== null);
  const parts = measured.map(([id, score]) => `${CATEGORY_NAMES[id as Category]} ${String(score)}`);
  const limits = gates.map(
    ({ id, max_score }) => `The score is limited to ${String(max_score)} because of: ${nameOf(id)}`,
  );
  const remarks = [...limits, ...lighthouseLines(grade).map(markdownText)];
  return [parts.join(', '), ...remarks].join('\n\n');
}

function firstFindings(findings: readonly FindingToFix[]): string {
  const rows = findings
    .slice(0, FIRST)
    .map((finding) =>
      row([points(finding), messageText(finding), markdownText(checkOf(finding.id)?.fix ?? '')]),
    );
  return [`**Fix first**`, '', row(['Points', 'Finding', 'Fix']), row(['---:', '---', '---']), ...rows].join(
    '\n',
  );
}

function allFindings(checks: readonly Finding[]): string {
  const rows = checks.map((finding) => {
    const { id, outcome, evidence } = finding;
    return row([OUTCOMES[outcome], nameOf(id), markdownText(messageOf(finding)), places(evidence)]);
  });
  return [
    `<details><summary>All ${String(checks.length)} checks</summary>`,
    '',
    row(['Outcome', 'Check', 'Finding', 'Where']),
    row(['---', '---', '---', '---']),
    ...rows,
    '',
    '</details>',
  ].join('\n');
}

function points({ gain }: FindingToFix): string {
  return gain > 0 ? `+${String(gain)}` : '';
}

function messageText(finding: Finding): string {
  return `**${nameOf(finding.id)}** ${markdownText(messageOf(finding))}`;
}

function nameOf(id: string): string {
  return markdownText(checkOf(id)?.name ?? id);
}

function places(evidence: readonly Evidence[]): string {
  return evidence
    .slice(0, MAX_PLACES)
    .map((place) => `${positionOf(place)}${markdownText(place.excerpt)}`)
    .join('<br>');
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
