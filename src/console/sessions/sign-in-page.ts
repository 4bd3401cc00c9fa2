import { html } from '../../platform/pages/html.js';
import { htmlPage } from '../../platform/pages/html-page.js';
import { faultNotice } from '../pages/console-page.js';

/** The form for a key.
 *  @param next path to continue to
 *  @param fault why it is shown again; null: it is new */
export function signInPage(next: string, fault: string | null): string {
  return htmlPage({
    title: 'Sign in',
    description: 'Sign in to the console with an API key.',
    main: html`${faultNotice([fault])}<form class="panel" method="post" action="/console/sign-in">
<input type="hidden" name="next" value="${next}">
<label for="key">API key</label>
<input id="key" name="key" type="password" required autocomplete="current-password"${fault !== null && html` aria-describedby="fault" aria-invalid="true"`}>
<button>Sign in</button>
</form>
<p class="quiet">You see and may do what the key may. You stay signed in for 12 hours, and no longer than the key is valid.</p>
`,
  });
}
