import { type Response } from 'express';
import { type DomainError } from '../../errors/domain-error.js';
import { type Allowance } from './rate-limiter.js';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to extend Express's Request
  namespace Express {
    interface Request {
      countRequests: CountRequests;
      /** What is left of the request limit of the key; null: no limit. */
      requestsLeft: Allowance | null;
    }
  }
}

/** Shows a limit in the RateLimit headers, beside others that are shown already.
 *  @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10 */
export function showLimit(response: Response, name: string, allowance: Allowance): void {
  const { limit, windowSeconds, remaining, secondsToReset } = allowance;
  const left = String(Math.max(0, remaining));
  showItem(response, 'RateLimit-Policy', `"${name}";q=${String(limit)};w=${String(windowSeconds)}`);
  showItem(response, 'RateLimit', `"${name}";r=${left};t=${String(secondsToReset)}`);
}

/** In place of an earlier item with the same name. */
function showItem(response: Response, header: string, item: string): void {
  const [name] = item.split(';', 1);
  const others = (response.get(header) ?? '').split(', ').filter((other) => other.split(';', 1)[0] !== name);
  response.setHeader(header, [...others, item].filter((each) => each !== '').join(', '));
}

/** Shows the limit of all requests, also in the older headers that most clients read. */
export function showRequestLimit(response: Response, allowance: Allowance, nowMs: number): void {
  showLimit(response, 'requests', allowance);
  response.set({
    'X-RateLimit-Limit': String(allowance.limit),
    'X-RateLimit-Remaining': String(Math.max(0, allowance.remaining)),
    'X-RateLimit-Reset': String(Math.ceil(nowMs / 1000) + allowance.secondsToReset),
  });
}

/** Counts further requests that a request stands for, and shows what is left.
 *  @returns how many of them are within the limits; beyond that, why not */
export type CountRequests = (
  requests: number,
) => Promise<{ readonly count: number; readonly refusal: DomainError | null }>;

/** Shows what is left of the limit of new records. */
export type ShowCreations = (allowance: Allowance) => void;
