import { type Html, html } from '../../http/pages/html.js';
import { htmlPage } from '../../http/pages/html-page.js';

/** Why the form is shown again. */
export type LockedNotice = 'none' | 'empty' | 'wrong' | { readonly waitSeconds: number };

/** The form that asks for a website's password. It tells nothing of the website.
 *  @param sharePath path of the website's page
 *  @param next path to go on to */
export function lockedPage(sharePath: string, next: string, notice: LockedNotice): string {
  return htmlPage({
    title: 'Password needed',
    description: 'This page opens with a password.',
    head: html`<meta name="robots" content="noindex, nofollow">
`,
    main: html`<p>Whoever shared this page has protected it. Enter the password that you got with the link.</p>
${noticeHtml(notice)}
<form class="panel" method="post" action="${sharePath}/unlock">
<input type="hidden" name="next" value="${next}">
<label for="password">Password</label>
<input id="password" name="password" type="password" required autocomplete="current-password"${notice !== 'none' && html` aria-describedby="notice"`}${(notice === 'wrong' || notice === 'empty') && html` aria-invalid="true"`}>
<button>Open</button>
</form>
<p class="quiet">It stays open in this browser for 12 hours.</p>
`,
  });
}

function noticeHtml(notice: LockedNotice): Html | null {
  if (notice === 'none') return null;
  return html`<p class="notice bad" id="notice" role="alert">${textOf(notice)}</p>`;
}

function textOf(notice: Exclude<LockedNotice, 'none'>): string {
  if (notice === 'empty') return 'No password was entered.';
  if (notice === 'wrong') return 'That is not the password. Upper and lower case matter.';
  const minutes = Math.ceil(notice.waitSeconds / 60);
  return `Too many wrong passwords came from your network. Try again in ${minutes === 1 ? 'a minute' : `${String(minutes)} minutes`}.`;
}
