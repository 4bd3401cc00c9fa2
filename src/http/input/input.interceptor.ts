import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { readBody } from './body.js';
import { Input, parseForm } from './input.js';
import { JSON_BODY } from './json-body.decorator.js';
import { preferencesIn } from '../prefer/preferences.js';
import { Warnings } from './warnings.js';

/** Of bodies of routes without a limit of their own. */
const LIMIT_BYTES = 16 * 1024;
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Reads query and body behind the guard, and adds the request's warnings to the response. */
@Injectable()
export class InputInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const warnings = new Warnings(preferencesIn(request.headers.prefer).isStrict);
    request.warnings = warnings;
    const query = new Input(parseForm(request.url.replace(/^[^?]*\??/, '')), warnings);
    // Express defines `query` on the prototype, as a getter.
    Object.defineProperty(request, 'query', { value: query, configurable: true });
    if (METHODS_WITH_BODY.has(request.method)) {
      const jsonBytes = this.reflector.get<number | undefined>(JSON_BODY, context.getHandler());
      const rules = { limitBytes: jsonBytes ?? LIMIT_BYTES, isJsonOnly: jsonBytes !== undefined };
      request.body = new Input(await readBody(request, response, rules), warnings);
    }
    if (warnings.isStrict) response.setHeader('Preference-Applied', 'handling=strict');
    return next.handle().pipe(map((body) => withWarnings(body, warnings)));
  }
}

function withWarnings(body: unknown, warnings: Warnings): unknown {
  if (warnings.list.length === 0 || typeof body !== 'object' || body === null) return body;
  return { ...body, warnings: warnings.list };
}
