import { type Brand } from '../../platform/pages/brand.js';
import { type Html, html } from '../../platform/pages/html.js';
import { htmlPage } from '../../platform/pages/html-page.js';

/** Why the form is shown again. */
export type LockedNotice = 'none' | 'empty' | 'wrong' | { readonly waitSeconds: number };

export interface LockedForm {
  /** Path of the website's page. */
  readonly sharePath: string;
  /** Path to redirect to. */
  readonly next: string;
  readonly notice: LockedNotice;
  /** Of the website's account; null: ours. */
  readonly brand: Brand | null;
}

/** The form for a website's password. It reveals whose website it is if the account has a brand, and nothing else. */
export function lockedPage({ sharePath, next, notice, brand }: LockedForm): string {
  return htmlPage({
    brand,
    title: 'Password required',
    description: 'This page is protected by a password.',
    head: html`<meta name="robots" content="noindex, nofollow">
`,
    main: html`<p>This page is protected. Enter the password that you received with the link.</p>
${noticeHtml(notice)}
<form class="panel" method="post" action="${sharePath}/unlock">
<input type="hidden" name="next" value="${next}">
<label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="256" autocomplete="current-password"${notice !== 'none' && html` aria-describedby="notice"`}${(notice === 'wrong' || notice === 'empty') && html` aria-invalid="true"`}>
<button>Unlock</button>
</form>
<p class="quiet">The page stays unlocked in this browser for 12 hours.</p>
`,
  });
}

function noticeHtml(notice: LockedNotice): Html | null {
  if (notice === 'none') return null;
  return html`<p class="notice bad" id="notice" role="alert">${textOf(notice)}</p>`;
}

function textOf(notice: Exclude<LockedNotice, 'none'>): string {
  if (notice === 'empty') return 'Enter the password.';
  if (notice === 'wrong') return 'Wrong password. Passwords are case-sensitive.';
  const minutes = Math.ceil(notice.waitSeconds / 60);
  return `Too many wrong passwords from your network. Try again in ${minutes === 1 ? '1 minute' : `${String(minutes)} minutes`}.`;
}
