import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { readBody } from './body.js';
import { parseForm } from './form.js';
import { Parameters } from './parameters.js';
import { preferencesIn } from './preferences.js';
import { Warnings } from './warnings.js';

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Reads query and body once the caller is known, and adds the request's warnings to the answer. */
@Injectable()
export class InputInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const warnings = new Warnings(preferencesIn(request.headers.prefer).isStrict);
    request.warnings = warnings;
    const query = new Parameters(parseForm(queryOf(request)), warnings);
    Object.defineProperty(request, 'query', { value: query, configurable: true });
    if (METHODS_WITH_BODY.has(request.method)) {
      request.body = new Parameters(await readBody(request, response), warnings);
    }
    if (warnings.isStrict) response.setHeader('Preference-Applied', 'handling=strict');
    return next.handle().pipe(map((answer) => withWarnings(answer, warnings)));
  }
}

function queryOf(request: Request): string {
  const start = request.url.indexOf('?');
  return start < 0 ? '' : request.url.slice(start + 1);
}

function withWarnings(answer: unknown, warnings: Warnings): unknown {
  if (warnings.list.length === 0 || typeof answer !== 'object' || answer === null) return answer;
  return { ...answer, warnings: warnings.list };
}
