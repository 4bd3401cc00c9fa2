import { applyDecorators, Header } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { createHash } from 'node:crypto';

/** Pages may load our style sheet and images, and send forms to us. No scripts, no frames. Tools that request robots.txt
 *  from within a page need `connect-src`. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HTML_TYPE = 'text/html; charset=utf-8';

/** Headers of a restricted page: not cached, not indexed. */
export const HIDDEN_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': HTML_TYPE,
  'Content-Security-Policy': PAGE_POLICY,
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Headers of a public page: caches must revalidate it. */
const OPEN_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': HTML_TYPE,
  'Content-Security-Policy': PAGE_POLICY,
  'Cache-Control': 'public, no-cache',
};

/** The route returns a page that is the same for everyone and seldom changes. */
export function AnswersFixedPage(): MethodDecorator {
  return applyDecorators(
    Header('Content-Type', HTML_TYPE),
    Header('Content-Security-Policy', PAGE_POLICY),
    Header('Cache-Control', 'public, max-age=3600'),
  );
}

/** Sets the headers of a page that was made for one request. A public page has an entity tag, so that it is not sent
 *  again unchanged.
 *  @returns the markup, to be sent */
export function answerPage(
  markup: string,
  isPublic: boolean,
  { request, response }: { request: Request; response: Response },
): string {
  response.set(isPublic ? OPEN_PAGE_HEADERS : HIDDEN_PAGE_HEADERS);
  if (!isPublic) return markup;
  const tag = `W/"${createHash('sha256').update(markup).digest('base64url').slice(0, 27)}"`;
  response.setHeader('ETag', tag);
  const known = request.headers['if-none-match']?.split(',').map((entry) => entry.trim());
  if (known?.includes(tag)) response.status(304);
  return markup;
}
