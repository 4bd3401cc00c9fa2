import { type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { answerPage, HIDDEN_PAGE_HEADERS } from '../http/pages/html-answer.js';
import { sharePath } from '../websites/share-path.js';
import { type LockedNotice, lockedPage } from './pages/locked-page.js';
import { type Shown } from './sharing.service.js';

/** Sends what a visit shows: the page, or the form that asks for the password. */
export class SharePageInterceptor implements NestInterceptor<Shown, string> {
  intercept(context: ExecutionContext, next: CallHandler<Shown>): Observable<string> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const form = {
      token: String(request.params.token),
      target: request.originalUrl,
      notice: 'none' as const,
    };
    return next
      .handle()
      .pipe(
        map((shown) =>
          shown === 'locked'
            ? answerForm(response, 403, form)
            : answerPage(shown.markup, shown.isPublic, { request, response }),
        ),
      );
  }
}

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
