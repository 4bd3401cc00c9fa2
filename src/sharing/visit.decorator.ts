import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { parse as parseCookies } from 'cookie';
import { type Request, type Response } from 'express';
import { baseUrlOf } from '../platform/http/server/base-url.js';
import { PathNotFound } from '../platform/errors/http-errors.js';
import { type ShareVisit } from './share-access.service.js';
import { UNLOCK_COOKIE } from './unlock-cookie.js';

/** 128 bits in hexadecimal, or in base64, as they were once. */
const TOKEN = /^([0-9a-f]{32}|[\w-]{22})$/;

/** A visit, with the request and the response that a handler answers by. */
export interface SharePageVisit extends ShareVisit {
  readonly exchange: { readonly request: Request; readonly response: Response };
}

/** Who looks at the page, and by which token.
 *  @throws PathNotFound if the token in the path cannot be one */
export const Visit = createParamDecorator((_: unknown, context: ExecutionContext): SharePageVisit => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  const token = String(request.params.token);
  if (!TOKEN.test(token)) throw new PathNotFound();
  const caller = (request as { caller?: Request['caller'] }).caller;
  const cookie = parseCookies(request.headers.cookie ?? '')[UNLOCK_COOKIE] ?? null;
  const visitor = { accountId: caller?.account.id ?? null, cookie };
  const exchange = { request, response: http.getResponse<Response>() };
  return { token, visitor, base: baseUrlOf(request), exchange };
});
