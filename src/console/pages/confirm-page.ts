import { type Html, html } from '../../platform/pages/html.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, postButton } from './console-page.js';

export interface Loss {
  readonly title: string;
  /** What goes with it. */
  readonly consequence: Html;
  /** Of what is changed: the form is sent to the action below it. */
  readonly path: string;
  /** Default: delete. */
  readonly action?: string;
  /** Of the button; default: Delete. */
  readonly words?: string;
  /** Of the link that loses nothing; default: Keep it. */
  readonly keep?: string;
  /** Where to go instead; default: the path. */
  readonly back?: string;
}

/** Asks once before something is lost. */
export function confirmPage(
  visit: ConsoleVisit,
  { title, consequence, path, action = 'delete', words = 'Delete', keep = 'Keep it', back = path }: Loss,
): string {
  return consolePage(visit, {
    title,
    main: html`<p>${consequence} This can't be undone.</p>
<div class="actions">${postButton(visit, { action: `${path}/${action}`, words, style: 'danger' })}<a href="${back}">${keep}</a></div>
`,
  });
}
