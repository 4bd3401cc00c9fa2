import { html } from '../../platform/pages/html.js';
import { htmlPage } from '../../platform/pages/html-page.js';

/** For a visit by a link on another site, with which browsers send no cookie: with the header `Refresh`, it leads to the
 *  same address once more, from here.
 *  @param address of the screen */
export function arrivalPage(address: string): string {
  return htmlPage({
    title: 'Console',
    description: 'The screen is being opened.',
    main: html`<p><a href="${address}">Continue</a></p>
`,
  });
}
