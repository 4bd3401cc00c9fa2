import { type Response } from 'express';
import { DomainError } from '../../platform/errors/domain-error.js';
import { PROBLEM_TYPES } from '../../platform/errors/problems.js';

/** Seconds after which what is in progress is shown anew. */
export const RELOAD_SECONDS = 2;

/** Leads to the screen that shows what a form did.
 *  @param done code of the sentence that it shows */
export function seeOther(response: Response, path: string, done?: string): string {
  response.status(303).set('Location', done === undefined ? path : `${path}?done=${done}`);
  return '';
}

/** The sentence of a refusal, with its status and headers on the response, for the form to be shown again.
 *  @throws the error if it is no refusal */
export function refusalIn(response: Response, error: unknown): string {
  if (!(error instanceof DomainError) || PROBLEM_TYPES[error.code].status >= 500) throw error;
  response.status(PROBLEM_TYPES[error.code].status).set(error.headers);
  return error.message;
}
