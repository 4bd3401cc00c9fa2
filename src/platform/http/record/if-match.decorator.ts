import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { baseUrlOf } from '../server/base-url.js';
import { PreconditionFailed } from '../../errors/http-errors.js';
import { onMethod } from '../on-method.js';
import { ApiProblem, ApiRequestHeader } from '../openapi/responses.js';
import { names } from './entity-tag.js';
import { type Representation, tagOf } from './record-body.js';

/** Call it with the current record before changing it; null: the request is unconditional.
 *  @throws PreconditionFailed */
export type Precondition<Row> = ((current: Row) => void) | null;

/** The condition that `If-Match` puts on a change of a record. */
export function IfMatch<Row, View extends object>(
  representation: Representation<Row, View>,
): ParameterDecorator {
  const precondition = (_: unknown, context: ExecutionContext): Precondition<Row> => {
    const request = context.switchToHttp().getRequest<Request>();
    const ifMatch = request.headers['if-match'];
    if (ifMatch === undefined) return null;
    return (current) => {
      const tag = tagOf(representation, representation.view(current, baseUrlOf(request)));
      if (tag !== null && !names(ifMatch, tag)) throw new PreconditionFailed();
    };
  };
  return createParamDecorator(precondition, [
    onMethod(
      ApiRequestHeader('If-Match', 'ETag of the version to change. If the record has changed since: 412.'),
      ApiProblem('precondition_failed'),
    ),
  ])();
}
