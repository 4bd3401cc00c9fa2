import { type Response } from 'express';
import { type BodyOf } from '../platform/http/body.interceptor.js';
import { answerPage, HIDDEN_PAGE_HEADERS } from '../platform/pages/html-answer.js';
import { sharePath } from '../websites/share-path.js';
import { type LockedNotice, lockedPage } from './pages/locked-page.js';
import { type Shown } from './sharing.service.js';

/** What a visit shows: the page, or the form that asks for the password. */
export const shareBody: BodyOf<Shown> = (shown, request, response) => {
  if (shown !== 'locked') return answerPage(shown.markup, shown.isPublic, { request, response });
  const { token } = request.params;
  return answerForm(response, 403, { token: String(token), target: request.originalUrl, notice: 'none' });
};

/** Sends the form that asks for the password, uncached.
 *  @param form with the path to continue to
 *  @returns the markup, to be sent */
export function answerForm(
  response: Response,
  status: 403 | 422 | 429,
  { token, target, notice }: { token: string; target: string; notice: LockedNotice },
): string {
  response.status(status).set(HIDDEN_PAGE_HEADERS);
  return lockedPage(sharePath(token), target, notice);
}
