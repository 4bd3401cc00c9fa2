import { type ProblemCode, PROBLEM_TYPES, slugOf } from '../errors/problems.js';
import { html } from './html.js';
import { htmlPage } from './html-page.js';

/** A problem as a page for browsers.
 *  @param requestId of an error of the server; null for others */
export function problemPage(code: ProblemCode, detail: string, requestId: string | null): string {
  const { status, title } = PROBLEM_TYPES[code];
  return htmlPage({
    title,
    description: title,
    heading: html`<p class="status" aria-hidden="true">${status}</p>
<h1>${title}</h1>`,
    main: html`<p>${detail}</p>
${requestId !== null && html`<p>The log entry is <code>${requestId}</code>.</p>`}
<p><a href="/problems/${slugOf(code)}">What this means</a></p>
`,
  });
}
