import { type ProblemCode, PROBLEM_TYPES, slugOf } from '../problems.js';
import { html } from './html.js';
import { htmlPage } from './html-page.js';

/** A problem as a person in a browser sees it.
 *  @param requestId only where it helps: of faults of ours */
export function problemPage(code: ProblemCode, detail: string, requestId: string | null): string {
  const { status, title } = PROBLEM_TYPES[code];
  return htmlPage({
    title,
    description: title,
    heading: html`<p class="status" aria-hidden="true">${status}</p>
<h1>${title}</h1>`,
    main: html`<p>${detail}</p>
${requestId !== null && html`<p>It has been noted under <code>${requestId}</code>.</p>`}
<p><a href="/problems/${slugOf(code)}">What this means</a></p>
`,
  });
}
