import { type Html, html } from '../../platform/pages/html.js';

/** A secret to copy.
 *  @param secret undefined: it was made by the same form, which was sent again
 *  @param advice says what it is for
 *  @param lost says how to get another one */
export function shownOnce(secret: string | undefined, advice: Html, lost: Html): Html {
  if (secret === undefined)
    return html`<p>${lost}</p>
`;
  return html`<p>${advice}</p>
<pre tabindex="0"><code>${secret}</code></pre>
`;
}
