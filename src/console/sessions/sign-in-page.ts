import { type Html, html } from '../../platform/pages/html.js';
import { htmlPage } from '../../platform/pages/html-page.js';
import { faultNotice } from '../pages/console-page.js';

/** Name of the parameter that says that a form came without a session. */
export const UNSAVED = 'unsaved';

/** Codes of the forms that end a session. */
export const KEY_DELETED = 'key-deleted';
export const SIGNED_OUT = 'signed-out';

const DONE: Readonly<Record<string, string>> = {
  [KEY_DELETED]: 'The key was deleted, so you are signed out.',
  [SIGNED_OUT]: 'You are signed out.',
};

export interface SignInPage {
  /** Path to continue to. */
  readonly next: string;
  /** Why it is shown again; null: it is new. */
  readonly fault: Html | string | null;
  /** Whether a form was lost. */
  readonly isUnsaved?: boolean;
  /** Code of the form that ended the session; any other value: none did. */
  readonly done?: string;
}

/** The form for a key. */
export function signInPage({ next, fault, isUnsaved = false, done = '' }: SignInPage): string {
  const said = Object.hasOwn(DONE, done) ? DONE[done] : undefined;
  return htmlPage({
    title: 'Sign in',
    description: 'Sign in to the console with an API key.',
    main: html`${
      said !== undefined &&
      html`<p class="notice" role="status">${said}</p>
`
    }${faultNotice([fault ?? (isUnsaved ? 'Your session has ended, so the form was not saved. Sign in, then send it again.' : null)])}<form class="panel" method="post" action="/console/sign-in">
<input type="hidden" name="next" value="${next}">
<label for="key">API key</label>
<input id="key" name="key" type="password" required autocomplete="current-password"${fault !== null && html` aria-describedby="fault" aria-invalid="true"`}>
<button>Sign in</button>
</form>
<p class="quiet">You see and may do what the key may. You stay signed in for 12 hours, and no longer than the key is valid.</p>
`,
  });
}
