import { type NextFunction, type Request, type Response } from 'express';
import { HIDDEN_PAGE_HEADERS, PAGE_POLICY } from '../platform/pages/html-answer.js';

/** Of every response of the console: nothing keeps it or frames it, and no script runs in it but our own. */
export const SCREEN_HEADERS: Readonly<Record<string, string>> = {
  ...HIDDEN_PAGE_HEADERS,
  'Content-Security-Policy': `${PAGE_POLICY}; script-src 'self'`,
  'X-Frame-Options': 'DENY',
  // Browsers name the origin of forms only where they may name the page.
  'Referrer-Policy': 'same-origin',
};

/** Sets the {@link SCREEN_HEADERS}, also of redirects and files. */
export function setScreenHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.set(SCREEN_HEADERS).removeHeader('Content-Type');
  next();
}
