import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  Param,
  SetMetadata,
} from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { PreconditionFailed } from '../errors/http-errors.js';
import { type RepeatableRequest } from './idempotency/repeatable-request.js';
import { type Warnings } from './input/warnings.js';
import { ApiProblem, ApiRequestHeader } from './openapi/operations.js';
import { preferencesIn } from './prefer/preferences.js';
import { type CountRequests, type ShowCreations, showLimit } from './rate-limits/rate-limit-headers.js';
import { type Allowance } from './rate-limits/rate-limiter.js';
import { names } from './record/entity-tag.js';
import { type Representation, tagOf } from './record/record-body.js';
import { idIn, IdPipe, RECORD } from './rules/ids.js';
import { baseUrlOf } from './server/base-url.js';
import { abortOnDisconnect } from './server/disconnection.js';

/** What a request brings besides its fields, and what its response says besides its record. */
export interface RequestContext {
  /** For `Idempotency.once`; on routes that are {@link Idempotent}. */
  readonly repeatable: RepeatableRequest;
  readonly warnings: Warnings;
  readonly countRequests: CountRequests;
  /** Of the key; null: no limit. */
  readonly requestsLeft: Allowance | null;
  readonly showCreations: ShowCreations;
}

export function contextOf(request: Request, response: Response): RequestContext {
  const { repeatable, warnings, countRequests, requestsLeft } = request;
  const showCreations: ShowCreations = (allowance) => {
    showLimit(response, 'creations', allowance);
  };
  return { repeatable, warnings, countRequests, requestsLeft, showCreations };
}

/** The documentation of the condition of a change. */
const IF_MATCH = [
  ApiRequestHeader('If-Match', 'ETag of the version to change. If the record has changed since: 412.'),
  ApiProblem('precondition_failed'),
];

/** The {@link RequestContext}. */
export const Context = createParamDecorator((_: unknown, context: ExecutionContext): RequestContext => {
  const http = context.switchToHttp();
  return contextOf(http.getRequest<Request>(), http.getResponse<Response>());
});

/** The `{id}` in the path.
 *  @param name of the kind of record, for the documentation */
export function RecordId(name: string): ParameterDecorator {
  return (target, key, index) => {
    Param('id', IdPipe)(target, key, index);
    onMethod(idParameter(name))(target, key, index);
  };
}

/** Call it with the current record before changing it; null: the request is unconditional.
 *  @throws PreconditionFailed */
export type Precondition<Row> = ((current: Row) => void) | null;

/** The condition that `If-Match` puts on a change of a record. */
export function IfMatch<Row, View extends object>(
  representation: Representation<Row, View>,
): ParameterDecorator {
  const precondition = (_: unknown, context: ExecutionContext) =>
    preconditionOf(context.switchToHttp().getRequest<Request>(), representation);
  return createParamDecorator(precondition, [onMethod(...IF_MATCH)])();
}

/** A record to change. */
export interface RecordToChange<Row> {
  readonly id: number;
  readonly ifMatch: Precondition<Row>;
}

/** A record to change, and what the request brings besides its fields. */
export interface Change<Row> extends RecordToChange<Row>, RequestContext {}

/** The {@link Change} of the record whose id is in the path.
 *  @param name of the kind of record, for the documentation */
export function ChangeOf<Row, View extends object>(
  name: string,
  representation: Representation<Row, View>,
): ParameterDecorator {
  const change = (_: unknown, context: ExecutionContext): Change<Row> => {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    return {
      ...contextOf(request, http.getResponse<Response>()),
      id: idIn(request.params),
      ifMatch: preconditionOf(request, representation),
    };
  };
  return createParamDecorator(change, [onMethod(idParameter(name), ...IF_MATCH)])();
}

/** The kind of the record whose `{id}` is in the path, also for the documentation. */
function idParameter(name: string): MethodDecorator {
  return applyDecorators(
    SetMetadata(RECORD, name),
    ApiParam({
      name: 'id',
      description: `Id of the ${name}.`,
      schema: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      example: 1,
    }),
  );
}

function preconditionOf<Row, View extends object>(
  request: Request,
  representation: Representation<Row, View>,
): Precondition<Row> {
  const ifMatch = request.headers['if-match'];
  if (ifMatch === undefined) return null;
  return (current) => {
    const tag = tagOf(representation, representation.view(current, baseUrlOf(request)));
    if (tag !== null && !names(ifMatch, tag)) throw new PreconditionFailed();
  };
}

/** Name of Express's setting that holds `STORE_WAIT_SECONDS`. */
export const WAIT_LIMIT = 'seconds to wait';

/** How long a request waits for a record to be complete. */
export interface Wait {
  readonly ms: number;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to extend Express's Request
  namespace Express {
    interface Request {
      /** For the header Preference-Applied, should the request succeed. */
      appliedPreference?: string;
    }
  }
}

/** How long to wait: as long as the client prefers; otherwise not at all, or by default up to the limit.
 *  @see https://www.rfc-editor.org/rfc/rfc7240#section-4 */
export function PreferredWait({ byDefault }: { byDefault: boolean }): ParameterDecorator {
  const waitOf = (_: unknown, context: ExecutionContext): Wait => {
    const request = context.switchToHttp().getRequest<Request>();
    const { isAsync, waitSeconds } = preferencesIn(request.headers.prefer);
    const limit = request.app.get(WAIT_LIMIT) as number;
    const seconds = Math.min(waitSeconds ?? (byDefault && !isAsync ? limit : 0), limit);
    if (waitSeconds !== null) request.appliedPreference = `wait=${String(seconds)}`;
    else if (byDefault && isAsync) request.appliedPreference = 'respond-async';
    return { ms: seconds * 1000, signal: abortOnDisconnect(context.switchToHttp().getResponse<Response>()) };
  };
  const preferences = byDefault
    ? '"respond-async" responds immediately (202), "wait=10" waits up to 10 s for the record.'
    : '"wait=20" waits up to 20 s for the record to be complete.';
  return createParamDecorator(waitOf, [onMethod(ApiRequestHeader('Prefer', preferences))])();
}

/** Applies decorators of methods to the method of a parameter. */
function onMethod(...decorators: MethodDecorator[]): ParameterDecorator {
  return (target, key = '') => {
    const descriptor = Object.getOwnPropertyDescriptor(target, key) ?? {};
    for (const decorate of decorators) decorate(target, key, descriptor);
  };
}
