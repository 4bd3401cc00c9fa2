import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Request } from 'express';
import { timingSafeEqual } from 'node:crypto';
import { type Observable } from 'rxjs';
import { bodyOf, type Fields } from '../../platform/http/input/input.js';
import { FormRefused } from '../console-errors.js';

/** Name of the field that every form of a session has. */
export const FORM_TOKEN = 'form_token';

/** Lets only forms through that a page of this session has shown. Where they came from, the guard has checked. */
@Injectable()
export class FormInterceptor implements NestInterceptor {
  /** @throws FormRefused */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'POST') requireFormToken(request, bodyOf(request).fields);
    return next.handle();
  }
}

/** @throws FormRefused if the fields are not those of a form of this session */
export function requireFormToken(request: Request, fields: Fields): void {
  const given = fields[FORM_TOKEN];
  if (typeof given !== 'string' || !isEqual(given, request.formToken)) throw new FormRefused();
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
