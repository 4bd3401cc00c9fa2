import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { type Request, type Response } from 'express';
import { finalize, type Observable } from 'rxjs';
import { DatabaseSession } from '../../platform/database/database-session.js';
import { repeatableBy } from '../../platform/http/idempotency/idempotency.interceptor.js';
import { requestHash } from '../../platform/http/idempotency/idempotency.repository.js';
import { bodyOf, type Fields } from '../../platform/http/input/input.js';

/** Name of the field that is new each time a form is shown. */
export const ONCE = 'once';

/** A form that a browser sends again (a reload, a second click) creates no second record. Filled in differently, it is another
 *  form. Unlike the answers to requests with an Idempotency-Key, pages are not kept: they may show a secret. */
@Injectable()
export class OnceInterceptor implements NestInterceptor {
  constructor(private readonly session: DatabaseSession) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const { lock } = repeatableBy(request, response, keyOf(bodyOf(request).fields));
    return next.handle().pipe(finalize(() => this.session.drop(lock)));
  }
}

/** Of what was typed as well; undefined: the form says nothing of itself. */
function keyOf(fields: Fields): string | undefined {
  return typeof fields[ONCE] === 'string' ? requestHash(fields).toString('base64') : undefined;
}

/** Creates one record for each time that the form was shown: the handler gives its repeatable request to
 *  `Idempotency.once`. */
export function OncePerForm(): MethodDecorator {
  return UseInterceptors(OnceInterceptor);
}
