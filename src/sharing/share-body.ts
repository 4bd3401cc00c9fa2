import { type Response } from 'express';
import { type BodyOf } from '../platform/http/body.interceptor.js';
import { answerPage, HIDDEN_PAGE_HEADERS } from '../platform/pages/html-answer.js';
import { MAX_NEXT } from './dto/unlock.dto.js';
import { sharePath } from '../websites/share-path.js';
import { type LockedForm, lockedPage } from './pages/locked-page.js';
import { type Locked, type Shown } from './share-access.service.js';
import { type SharePageVisit } from './visit.decorator.js';

/** What a visit shows: the page, or the form that asks for the password. */
export const shareBody: BodyOf<Shown> = (shown, request, response) => {
  return 'lockedBy' in shown
    ? answerLocked(shown, { request, response })
    : answerPage(shown.markup, shown.isPublic, { request, response });
};

/** Sends the form to a visit that was not unlocked.
 *  @returns the markup, to be sent */
export function answerLocked(
  { lockedBy }: Locked,
  { request, response }: SharePageVisit['exchange'],
): string {
  const token = String(request.params.token);
  const next = request.originalUrl.length > MAX_NEXT ? sharePath(token) : request.originalUrl;
  const form = { token, next, brand: lockedBy } as const;
  return answerForm(response, 403, { ...form, notice: 'none' });
}

/** Sends the form that asks for the password, uncached.
 *  @param form with the path to continue to
 *  @returns the markup, to be sent */
export function answerForm(
  response: Response,
  status: 403 | 422 | 429,
  { token, ...form }: { token: string } & Omit<LockedForm, 'sharePath'>,
): string {
  response.status(status).set(HIDDEN_PAGE_HEADERS);
  return lockedPage({ sharePath: sharePath(token), ...form });
}
