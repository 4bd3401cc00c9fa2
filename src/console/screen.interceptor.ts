import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Response } from 'express';
import { type Observable } from 'rxjs';
import { HIDDEN_PAGE_HEADERS } from '../platform/pages/html-answer.js';

/** Browsers name the origin of forms only where they may name the page. */
export const SCREEN_HEADERS = { ...HIDDEN_PAGE_HEADERS, 'Referrer-Policy': 'same-origin' };

/** Sets the headers of a screen, which a route may replace: nothing keeps it, frames it, or runs in it. */
@Injectable()
export class ScreenInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    context.switchToHttp().getResponse<Response>().set(SCREEN_HEADERS);
    return next.handle();
  }
}
