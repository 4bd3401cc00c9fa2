import { applyDecorators, Header } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { createHash } from 'node:crypto';

/** What our pages may load and do: our style sheet and images, and forms to ourselves. No script, no frame. Tools
 *  that ask for robots.txt from within a page need `connect-src`. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HTML_TYPE = 'text/html; charset=utf-8';

/** Headers of a page that not everyone may see: kept nowhere, found nowhere. */
export const HIDDEN_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': HTML_TYPE,
  'Content-Security-Policy': PAGE_POLICY,
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Headers of a page that everyone may see, and that is asked for again each time. */
const OPEN_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': HTML_TYPE,
  'Content-Security-Policy': PAGE_POLICY,
  'Cache-Control': 'public, no-cache',
};

/** The route answers a page that is the same for everyone and seldom changes. */
export function AnswersFixedPage(): MethodDecorator {
  return applyDecorators(
    Header('Content-Type', HTML_TYPE),
    Header('Content-Security-Policy', PAGE_POLICY),
    Header('Cache-Control', 'public, max-age=3600'),
  );
}

/** Sets the headers of a page that was made for one request. What everyone may see is tagged, so that it travels once
 *  only.
 *  @returns the page's markup, to be sent */
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
