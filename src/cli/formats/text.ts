import { styleText } from 'node:util';
import { type Outcome } from '../../engine/audit/check.js';
import { messageOf } from '../../engine/audit/message.js';
import { checkOf } from '../../engine/audit/registry.js';
import { type Grade, type RenderedFacts } from '../../engine/grading/grade.js';
import { counted } from '../../basics/quantities.js';
import { type FormatOptions, type Writer } from './audited-page.js';
import { lighthouseLines } from './lighthouse-text.js';
import { positionOf } from './place.js';
import { printable } from './printable.js';
import { type FindingToFix, toFix } from './to-fix.js';

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const RESULT_STYLES = { good: 'green', decent: 'yellow', bad: 'red' } as const;
const OUTCOME_STYLES: Readonly<Partial<Record<Outcome, Style>>> = {
  fail: 'red',
  warn: 'yellow',
  error: 'magenta',
};
const MAX_EVIDENCE = 3;

type TextOptions = Pick<FormatOptions, 'hasColors' | 'whyNoBrowser'>;

/** Refused pages are left out: the command has named them. */
export const text: Writer = (pages, options) =>
  pages.flatMap(({ url, grade }) => (grade ? gradeAsText(url, grade, options) : [])).join('\n');

/** A grade as text: the score, then what to fix, the largest gain first. */
export function gradeAsText(url: string, grade: Grade, { hasColors, whyNoBrowser }: TextOptions): string {
  const paint: Paint = (style, text) =>
    hasColors ? styleText(style, text, { validateStream: false }) : text;
  const headline = paint(RESULT_STYLES[grade.result], `${String(grade.score)} ${grade.result}`);
  const lines = [`${paint('bold', printable(url))}  ${headline}`];
  if (grade.error)
    return [...lines, `  The page could not be loaded. ${printable(grade.error.detail)}`].join('\n');
  const categories = Object.entries(grade.categories).filter(([, score]) => score !== null);
  lines.push(`  ${categories.map(([name, score]) => `${name} ${String(score)}`).join('   ')}`);
  for (const { id, max_score } of grade.gates)
    lines.push(`  The score is limited to ${String(max_score)} because of: ${checkOf(id)?.name ?? id}`);
  if (grade.rendered) lines.push(`  ${printable(renderedText(grade.rendered))}`);
  else if (grade.checks.some(({ method }) => method === 'unrendered'))
    lines.push(...unrenderedText(whyNoBrowser));
  lines.push(...lighthouseLines(grade).map((line) => `  ${line}`));
  const passed = grade.checks.filter(({ outcome }) => outcome === 'pass').length;
  return [
    ...lines,
    ...toFix(grade).flatMap((finding) => findingLines(finding, paint)),
    `  ${String(passed)} ${passed === 1 ? 'check passes' : 'checks pass'}`,
  ].join('\n');
}

/** How the page was rendered, or why it was not. */
function renderedText({ engine, version, device, words, error }: RenderedFacts): string {
  if (error) return `Not rendered: ${error.detail}`;
  const before = words.static === null ? '' : `, ${counted(words.static, 'word')} before`;
  const after =
    words.rendered === null ? '' : `: ${counted(words.rendered, 'word')}${before} its scripts ran`;
  return `Rendered by ${String(engine)} ${String(version)} as a ${device} device${after}`;
}

function unrenderedText(whyNoBrowser: string | null): string[] {
  const start = '  Not rendered: scripts make this page';
  if (whyNoBrowser === null) return [`${start}. What they may add does not count.`];
  return [
    `${start}, and there is no browser. What they may add does not count.`,
    `  Browser: ${printable(whyNoBrowser)}`,
  ];
}

function findingLines(finding: FindingToFix, paint: Paint): string[] {
  const { id, outcome, static_outcome, importance, evidence, evidence_count, gain } = finding;
  const check = checkOf(id);
  const shown = evidence
    .slice(0, MAX_EVIDENCE)
    .map((place) => `      ${positionOf(place)}${printable(place.excerpt)}`);
  const gained = gain > 0 ? ` ${paint('bold', `+${String(gain)}`)}` : '';
  const weight = importance === 'info' ? 'for information' : `${importance} importance`;
  const more = evidence_count - shown.length;
  return [
    '',
    `  ${paint(OUTCOME_STYLES[outcome] ?? 'reset', outcome)} ${paint('bold', check?.name ?? id)} (${weight})${gained}`,
    `      ${printable(messageOf(finding))}${static_outcome ? ` Before its scripts ran: ${static_outcome}.` : ''}`,
    ...(check ? [`      Fix: ${check.fix}`] : []),
    ...shown,
    ...(more > 0 ? [`      and ${String(more)} more`] : []),
  ];
}
