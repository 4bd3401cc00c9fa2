import { type Response } from 'express';
import { PAGE_POLICY } from '../../platform/pages/html-answer.js';

/** Seconds after which what is in progress is shown anew where no script runs. */
export const RELOAD_SECONDS = 2;

/** Lets the script that moves the progress run on the page. */
export function allowScript(response: Response): void {
  response.set('Content-Security-Policy', `${PAGE_POLICY}; script-src 'self'`);
}
