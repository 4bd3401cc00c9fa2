import { type WindowCount } from '../platform/database/counted-window.js';
import { type DomainError } from '../platform/errors/domain-error.js';
import { type Allowance } from '../platform/http/rate-limits/rate-limiter.js';

export const WINDOW_SECONDS = 60;

/** What is left of a limit to a key, and to its account with all of its keys; null: no limit. */
export interface Allowances {
  readonly own: Allowance | null;
  readonly shared: Allowance | null;
}

/** How much of what was asked for is within the limits; beyond that, why not. */
export interface Admission {
  readonly count: number;
  readonly refusal: DomainError | null;
}

export function allowanceOf(limit: number, { used, seconds }: WindowCount): Allowance {
  return { limit, windowSeconds: WINDOW_SECONDS, remaining: limit - used, secondsToReset: seconds };
}
