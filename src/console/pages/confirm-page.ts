import { type Html, html } from '../../platform/pages/html.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, postButton } from './console-page.js';

export interface Deletion {
  readonly title: string;
  /** What goes with it. */
  readonly consequence: Html;
  /** Of what is deleted: the form is sent to `delete` below it. */
  readonly path: string;
  /** Where to go instead; default: the path. */
  readonly back?: string;
}

/** Asks once before something is deleted. */
export function confirmPage(
  visit: ConsoleVisit,
  { title, consequence, path, back = path }: Deletion,
): string {
  return consolePage(visit, {
    title,
    main: html`<p>${consequence} This can't be undone.</p>
<div class="actions">${postButton(visit, { action: `${path}/delete`, words: 'Delete', style: 'danger' })}<a href="${back}">Keep it</a></div>
`,
  });
}
