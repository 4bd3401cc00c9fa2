import { type Response } from 'express';

/** Leads to the screen that shows what a form did.
 *  @param done code of the sentence that it shows */
export function seeOther(response: Response, path: string, done?: string): string {
  const mark = path.includes('?') ? '&' : '?';
  response.status(303).set('Location', done === undefined ? path : `${path}${mark}done=${done}`);
  return '';
}
