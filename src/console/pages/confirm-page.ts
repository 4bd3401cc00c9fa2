import { type Html, html } from '../../platform/pages/html.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { addressOf } from '../../presentation/list-parts.js';
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
  /** Whether it is done once, though the form is sent again. */
  readonly isOnce?: boolean;
}

/** Asks once before something is lost. */
export function confirmPage(
  visit: ConsoleVisit,
  {
    title,
    consequence,
    path,
    action = 'delete',
    words = 'Delete',
    keep = 'Keep it',
    back = path,
    isOnce,
  }: Loss,
): string {
  const button = {
    action: `${path}/${action}`,
    words,
    style: 'danger',
    isOnce,
    fields: { next: action === 'delete' ? pageOfList(visit, path) : undefined },
  };
  return consolePage(visit, {
    title,
    main: html`<p>${consequence} This can't be undone.</p>
<div class="actions">${postButton(visit, button)}<a href="${back}">${keep}</a></div>
`,
  });
}

/** Address of the question before a record is deleted, which leads back to the page of the list.
 *  @param path of the record */
export function deletionAddress(visit: ConsoleVisit, path: string): string {
  return addressOf(`${path}/delete`, { next: pageOfList(visit, path) });
}

/** Address of the page of the list that led to a record; undefined: it was the first one, or another screen. */
function pageOfList(visit: ConsoleVisit, path: string): string | undefined {
  const list = path.slice(0, path.lastIndexOf('/'));
  const address = visit.listBefore(list);
  return address === list ? undefined : address;
}
