import { type Response } from 'express';

/** Seconds after which what is in progress is shown anew. */
export const RELOAD_SECONDS = 2;

/** Leads to the screen that shows what a form did.
 *  @param done code of the sentence that it shows */
export function seeOther(response: Response, path: string, done?: string): string {
  response.status(303).set('Location', done === undefined ? path : `${path}?done=${done}`);
  return '';
}
