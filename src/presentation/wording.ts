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
  cancelled: 'Cancelled',
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

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const DATE_TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const DATE_WITH_YEAR = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

/** `2 November`, or `2 November 2025`. */
export function dateText(date: Date, hasYear: boolean): string {
  return (hasYear ? DATE_WITH_YEAR : DATE).format(date);
}

/** `07:05`. */
export function timeText(date: Date): string {
  return TIME.format(date);
}

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

/** `+3 points`, `−1 point`. */
export function pointsText(difference: number): string {
  return `${signed(difference)} ${Math.abs(difference) === 1 ? 'point' : 'points'}`;
}

/** `+7 points`; null if nothing is gained. */
export function gainText(gain: number | undefined): string | null {
  return gain === undefined || gain === 0 ? null : pointsText(gain);
}

/** `no_alternative_text` as `No alternative text`. */
export function wordsOf(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
