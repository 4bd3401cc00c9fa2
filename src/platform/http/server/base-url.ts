import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { parsedUrl } from '../../../basics/url.js';

/** Name of Express's setting that holds `PUBLIC_URL`, or null. */
export const PUBLIC_URL = 'public url';

/** Base of absolute links, without a trailing slash: `PUBLIC_URL`, or the address that the client used. Express
 *  believes `X-Forwarded-*` from trusted proxies only. */
export function baseUrlOf(request: Request): string {
  const publicUrl = request.app.get(PUBLIC_URL) as string | null;
  if (publicUrl !== null) return publicUrl;
  const host = request.host as string | undefined;
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  return parsedUrl(`${scheme}://${host ?? ''}`)?.origin ?? 'http://localhost';
}

/** Path of the resource that was requested, as its route spells it: in lower case, with no slash at its end. */
export function resourcePathOf({ route, params }: Request): string {
  const { path } = route as { path: string };
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** Absolute URL of the resource that was requested, without a query. */
export function resourceUrlOf(request: Request): string {
  return baseUrlOf(request) + resourcePathOf(request);
}

/** {@link baseUrlOf} the request. */
export const BaseUrl = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  baseUrlOf(context.switchToHttp().getRequest<Request>()),
);
