import { type Html, html } from '../../platform/pages/html.js';
import { htmlPage } from '../../platform/pages/html-page.js';
import { faultNotice } from '../pages/console-page.js';

/** Name of the parameter that says that a form came without a session. */
export const UNSAVED = 'unsaved';

/** Code of the form that deleted the key of the session. */
export const KEY_DELETED = 'key-deleted';

export interface SignInPage {
  /** Path to continue to. */
  readonly next: string;
  /** Why it is shown again; null: it is new. */
  readonly fault: Html | string | null;
  /** Whether a form was lost. */
  readonly isUnsaved?: boolean;
  /** Whether the key of the session was deleted. */
  readonly isKeyDeleted?: boolean;
}

/** The form for a key. */
export function signInPage({ next, fault, isUnsaved = false, isKeyDeleted = false }: SignInPage): string {
  return htmlPage({
    title: 'Sign in',
    description: 'Sign in to the console with an API key.',
    main: html`${
      isKeyDeleted &&
      html`<p class="notice" role="status">The key was deleted, so you are signed out.</p>
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
