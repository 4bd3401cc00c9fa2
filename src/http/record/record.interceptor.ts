import { type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { baseUrlOf, resourceUrlOf } from '../base-url.js';
import { isNotModified } from './entity-tag.js';
import { type Representation, tagOf } from './representation.js';
import { Stored } from './stored.js';

/** Makes a record the body `{data}`, with its entity tag; without a body if the client has that version. */
export class RecordInterceptor<Row, View extends object> implements NestInterceptor<
  Row | Stored<Row>,
  object
> {
  constructor(private readonly representation: Representation<Row, View>) {}

  intercept(context: ExecutionContext, next: CallHandler<Row | Stored<Row>>): Observable<object> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(map((result) => ({ data: this.answer(result, request, response) })));
  }

  private answer(result: Row | Stored<Row>, request: Request, response: Response): View {
    const row = result instanceof Stored ? result.record : result;
    const view = this.representation.view(row, baseUrlOf(request));
    if (result instanceof Stored) showOutcome(result, `${resourceUrlOf(request)}/${idOf(view)}`, response);
    const retryAfter = this.representation.retryAfter?.(row) ?? null;
    if (retryAfter !== null) response.setHeader('Retry-After', String(retryAfter));
    const tag = tagOf(this.representation, view);
    if (tag !== null) response.setHeader('ETag', tag);
    if (tag !== null && isNotModified(request, tag)) response.status(304);
    return view;
  }
}

function showOutcome({ status, ageSeconds }: Stored<unknown>, location: string, response: Response): void {
  response.status(status).setHeader('Location', location);
  if (ageSeconds !== null) response.setHeader('Age', String(ageSeconds));
}

function idOf(view: object): string {
  return 'id' in view ? String(view.id) : '';
}
