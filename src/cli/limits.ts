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

/** Whether a page that was loaded keeps all limits. Says on standard error which it breaks, and which were not applied. */
export function keepsLimits({ url, grade }: AuditedPage, limits: Limits): boolean {
  if (!grade) return true;
  const { broken, unmeasured } = heldAgainst(limits.budgets, grade);
  const { worse, notCompared } = limits.baseline
    ? comparedWith(limits.baseline, url, grade)
    : { worse: [], notCompared: null };
  const remarks = [...broken, ...unmeasured, ...worse, ...(notCompared === null ? [] : [notCompared])];
  for (const remark of remarks) process.stderr.write(`${printable(url)}: ${printable(remark)}\n`);
  return broken.length === 0 && worse.length === 0 && grade.score >= limits.failUnder;
}
