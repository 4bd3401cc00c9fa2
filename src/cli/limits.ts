import { type Budget } from '../monitors/budgets.js';
import { type Baseline, comparedWith, readBaseline } from './baseline.js';
import { heldAgainst, readBudgets } from './budget-file.js';
import { type AuditedPage } from './formats/audited-page.js';
import { printable } from './formats/printable.js';
import { InvalidFile } from './input-file.js';
import { exitOnInvalidUsage } from './invalid-usage.js';

/** What pages are held against. */
export interface Limits {
  /** From 0 to 100. */
  readonly failUnder: number;
  readonly budgets: readonly Budget[];
  readonly baseline: Baseline | null;
}

interface LimitOptions {
  readonly failUnder?: number;
  readonly budgets?: string;
  readonly baseline?: string;
}

/** Reads the files of limits. Exits with 64 if one is invalid. */
export async function readLimits({ failUnder = 0, budgets, baseline }: LimitOptions): Promise<Limits> {
  try {
    return {
      failUnder,
      budgets: budgets === undefined ? [] : await readBudgets(budgets),
      baseline: baseline === undefined ? null : await readBaseline(baseline),
    };
  } catch (error) {
    if (error instanceof InvalidFile) exitOnInvalidUsage(error.message);
    throw error;
  }
}

const UNSCORED = '--fail-under was not applied: no check that counts for the score was judged.';

/** Whether a page that was loaded keeps all limits. Says on standard error which it breaks, and which were not applied. */
export function keepsLimits({ url, grade }: AuditedPage, limits: Limits): boolean {
  if (!grade) return true;
  const { broken, unmeasured } = heldAgainst(limits.budgets, grade);
  const { worse, notCompared } = limits.baseline
    ? comparedWith(limits.baseline, url, grade)
    : { worse: [], notCompared: null };
  const isScored = Object.values(grade.categories).some((score) => score !== null);
  const low = isScored ? scoreFault('score', grade.score, limits) : null;
  const unscored = isScored || limits.failUnder === 0 ? null : UNSCORED;
  const remarks = [low, unscored, ...broken, ...unmeasured, ...worse, notCompared].filter(
    (remark) => remark !== null,
  );
  for (const remark of remarks) process.stderr.write(`${printable(url)}: ${printable(remark)}\n`);
  return broken.length === 0 && worse.length === 0 && low === null;
}

/** What is wrong with a score, as a sentence; null: nothing. */
export function scoreFault(
  name: string,
  score: number,
  { failUnder }: Pick<Limits, 'failUnder'>,
): string | null {
  if (score >= failUnder) return null;
  return `The ${name} is ${String(score)}; ${String(failUnder)} is the least that is accepted.`;
}
