import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { type RepeatableRequest } from './idempotency/repeatable-request.js';
import { type Warnings } from './input/warnings.js';
import { type CountRequests, type ShowCreations, showLimit } from './rate-limits/rate-limit-headers.js';

/** What a request brings besides its fields, and what its response says besides its record. */
export interface RequestContext {
  /** For `Idempotency.once`; on routes that are {@link Idempotent}. */
  readonly repeatable: RepeatableRequest;
  readonly warnings: Warnings;
  readonly countRequests: CountRequests;
  readonly showCreations: ShowCreations;
}

/** The {@link RequestContext}. */
export const Context = createParamDecorator((_: unknown, context: ExecutionContext): RequestContext => {
  const { repeatable, warnings, countRequests } = context.switchToHttp().getRequest<Request>();
  const response = context.switchToHttp().getResponse<Response>();
  const showCreations: ShowCreations = (allowance) => {
    showLimit(response, 'creations', allowance);
  };
  return { repeatable, warnings, countRequests, showCreations };
});
