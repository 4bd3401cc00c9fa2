import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Response } from 'express';
import { appendHeader } from './append-header.js';
import { type Allowance } from './rate-limiter.js';

/** Shows a limit in the RateLimit headers, after those that are shown already.
 *  @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10 */
export function showLimit(response: Response, name: string, allowance: Allowance): void {
  const { limit, windowSeconds, remaining, secondsToReset } = allowance;
  const left = String(Math.max(0, remaining));
  appendHeader(response, 'RateLimit-Policy', `"${name}";q=${String(limit)};w=${String(windowSeconds)}`);
  appendHeader(response, 'RateLimit', `"${name}";r=${left};t=${String(secondsToReset)}`);
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

/** Shows what is left of the limit of new records. */
export type ShowCreations = (allowance: Allowance) => void;

/** {@link ShowCreations} in the response. */
export const CreationLimit = createParamDecorator((_: unknown, context: ExecutionContext): ShowCreations => {
  const response = context.switchToHttp().getResponse<Response>();
  return (allowance) => showLimit(response, 'creations', allowance);
});
