import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { parse as parseCookies } from 'cookie';
import { type Request } from 'express';
import { baseUrlOf } from '../platform/http/server/base-url.js';
import { PathNotFound } from '../platform/errors/http-errors.js';
import { type ShareVisit } from './sharing.service.js';
import { UNLOCK_COOKIE } from './unlock-cookie.js';

/** 128 bits in hexadecimal, or in base64, as they were once. */
const TOKEN = /^([0-9a-f]{32}|[\w-]{22})$/;

/** Who looks at the page, and by which token.
 *  @throws PathNotFound if the token in the path cannot be one */
export const Visit = createParamDecorator((_: unknown, context: ExecutionContext): ShareVisit => {
  const request = context.switchToHttp().getRequest<Request>();
  const token = String(request.params.token);
  if (!TOKEN.test(token)) throw new PathNotFound();
  const caller = (request as { caller?: Request['caller'] }).caller;
  const cookie = parseCookies(request.headers.cookie ?? '')[UNLOCK_COOKIE] ?? null;
  return { token, visitor: { accountId: caller?.account.id ?? null, cookie }, base: baseUrlOf(request) };
});
