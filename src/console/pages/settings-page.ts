import { type AccountBrand } from '../../account/brand/account-brand.entity.js';
import { type Html, html } from '../../platform/pages/html.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, may, postForm } from './console-page.js';

/** The brand as it was typed; of one that is stored, empty where nothing is set. */
export interface TypedBrand {
  readonly name: string;
  readonly accent_color: string;
  readonly contact: string;
}

export interface SettingsPage {
  readonly typed: TypedBrand;
  readonly hasLogo: boolean;
  readonly fault: string | null;
}

export function typedOf(brand: AccountBrand | null): TypedBrand {
  return {
    name: brand?.name ?? '',
    accent_color: brand?.accentColor ?? '',
    contact: brand?.contact ?? '',
  };
}

/** What share pages show in place of our name. */
export function settingsPage(visit: ConsoleVisit, { typed, hasLogo, fault }: SettingsPage): string {
  return consolePage(visit, {
    title: 'Settings',
    fault,
    main: html`<h2>Brand</h2>
<p>Share pages, PDFs and files of reports show it in place of Pagegrade.</p>
${
  may(visit, 'websites:write')
    ? brandForm(visit, typed)
    : html`<p class="notice">This key may not change it: it lacks the scope websites:write.</p>
`
}<p class="quiet">${hasLogo ? 'A logo is set.' : 'No logo is set.'} The API changes it: PATCH /api/v1/account.</p>
`,
  });
}

function brandForm(visit: ConsoleVisit, { name, accent_color: color, contact }: TypedBrand): Html {
  return postForm(
    visit,
    { action: '/console/settings', style: 'panel' },
    html`<label for="name">Name</label>
<input id="name" name="name" maxlength="80" value="${name}">
<label for="accent_color">Color of links and buttons, such as #0b57a4</label>
<input id="accent_color" name="accent_color" maxlength="7" value="${color}">
<label for="contact">Contact: an e-mail address, a URL, or other text</label>
<input id="contact" name="contact" maxlength="200" value="${contact}">
<button>Save</button>
`,
  );
}
