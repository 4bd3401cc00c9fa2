import { type Request } from 'express';
import { type DomainError } from '../../platform/errors/domain-error.js';
import { PROBLEM_TYPES } from '../../platform/errors/problems.js';
import { html } from '../../platform/pages/html.js';
import { htmlPage } from '../../platform/pages/html-page.js';
import { screenBefore } from '../sessions/screen-before.js';
import { consolePage } from './console-page.js';
import { sentenceOf } from './sentences.js';

/** What went wrong, and the way back. Without a session, the page has no links to screens.
 *  @param requestId of an error of the server; null for others */
export function consoleProblemPage(error: DomainError, request: Request, requestId: string | null): string {
  const { title } = PROBLEM_TYPES[error.code];
  const back = screenBefore(request);
  const main = html`<p>${sentenceOf(error)}</p>
${requestId !== null && html`<p>The log entry is <code>${requestId}</code>.</p>`}
<p><a href="${back ?? '/console'}">${back === null ? 'Home' : 'Back to where you were'}</a></p>
`;
  if (!('caller' in request)) return htmlPage({ title, description: title, main });
  const { caller, formToken, path } = request;
  return consolePage({ caller, formToken, path, done: null }, { title, main });
}
