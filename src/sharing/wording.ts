import { type Importance, type Outcome } from '../engine/audit/check.js';
import { type Result } from '../engine/audit/score.js';
import { type Html, html } from '../platform/pages/html.js';
import { type Change } from '../reports/comparison/report-comparison.js';

/** Words that several share pages use. */
export const RESULT_WORDS: Readonly<Record<Result, string>> = { good: 'Good', decent: 'Decent', bad: 'Bad' };

export const STATUS_WORDS = {
  queued: 'Queued',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
} as const;

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  pass: 'Passed',
  warn: 'Warning',
  fail: 'Failed',
  not_applicable: 'Not applicable',
  error: 'Could not be checked',
};

export const IMPORTANCE_WORDS: Readonly<Record<Importance, string>> = {
  high: 'High importance',
  medium: 'Medium importance',
  low: 'Low importance',
  info: 'Informational',
};

export const METHOD_WORDS: Readonly<Record<string, string>> = {
  approximate: 'Approximate',
  sampled: 'Sampled',
  unstyled: 'Style sheets missing',
  unrendered: 'Not rendered, does not count',
};

export const CHANGE_WORDS: Readonly<Record<Change, string>> = {
  fixed: 'Fixed',
  broken: 'Broken',
  changed: 'Changed otherwise',
};

/** Heading and description of each group of findings, in order of urgency. */
export const TASK_WORDS = {
  first: ['Fix first', 'High importance, or limits the score.'],
  next: ['Fix next', 'Medium importance.'],
  then: ['Fix last', 'Low importance, and warnings, which count half.'],
  info: ['Good to know', 'For information only, never scored.'],
} as const;

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const DATE_TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

export function dayText(date: Date): string {
  return DAY.format(date);
}

export function timeHtml(date: Date): Html {
  return html`<time datetime="${date.toISOString()}">${DATE_TIME.format(date)} UTC</time>`;
}

/** `+3`, `−3` with a minus sign, `±0`. */
export function signed(difference: number): string {
  if (difference === 0) return '±0';
  return difference > 0 ? `+${String(difference)}` : `−${String(-difference)}`;
}

/** `no_alternative_text` as `No alternative text`. */
export function wordsOf(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
