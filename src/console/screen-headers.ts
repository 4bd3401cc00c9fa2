import { type NextFunction, type Request, type Response } from 'express';
import { HIDDEN_PAGE_HEADERS } from '../platform/pages/html-answer.js';

const SCREEN_HEADERS: Readonly<Record<string, string>> = {
  ...HIDDEN_PAGE_HEADERS,
  'X-Frame-Options': 'DENY',
  // Browsers name the origin of forms only where they may name the page.
  'Referrer-Policy': 'same-origin',
};

/** Sets the headers of every response of the console, also of redirects, files and errors: nothing keeps it, frames it, or
 *  runs in it. */
export function setScreenHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.set(SCREEN_HEADERS).removeHeader('Content-Type');
  next();
}
