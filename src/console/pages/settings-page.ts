import { type AccountBrand } from '../../account/brand/account-brand.entity.js';
import { type Html, html } from '../../platform/pages/html.js';
import { type Refusal } from '../forms/refusal.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, may, postForm } from './console-page.js';
import { faultAbove, textField } from './form-parts.js';

/** Fields of the form, and of the brand. */
export const BRAND_FIELDS = ['name', 'accent_color', 'contact'] as const;

export interface SettingsPage {
  /** What is stored. */
  readonly brand: AccountBrand | null;
  readonly refused: Refusal | null;
}

/** What share pages show in place of our name. */
export function settingsPage(visit: ConsoleVisit, { brand, refused }: SettingsPage): string {
  return consolePage(visit, {
    title: 'Settings',
    faults: [faultAbove(refused, BRAND_FIELDS)],
    main: html`<h2>Brand</h2>
<p>Share pages, PDFs and files of reports show it in place of Pagegrade.</p>
${
  may(visit, 'websites:write')
    ? brandForm(visit, brand, refused)
    : html`<p class="notice">This key may not change it: it lacks the scope websites:write.</p>
`
}<p class="quiet">${brand?.logoHash ? 'A logo is set.' : 'No logo is set.'} The API changes it: PATCH /api/v1/account.</p>
`,
  });
}

function brandForm(visit: ConsoleVisit, brand: AccountBrand | null, refused: Refusal | null): Html {
  return postForm(
    visit,
    { action: '/console/settings', style: 'panel' },
    html`${textField({
      ...{ name: 'name', label: 'Name', value: brand?.name ?? '', refused },
      attributes: html` maxlength="80"`,
    })}${textField({
      ...{
        name: 'accent_color',
        label: 'Color of links and buttons',
        value: brand?.accentColor ?? '',
        refused,
      },
      attributes: html` maxlength="7"`,
      hint: 'Such as #0b57a4.',
    })}${textField({
      ...{ name: 'contact', label: 'Contact', value: brand?.contact ?? '', refused },
      attributes: html` maxlength="200"`,
      hint: 'An e-mail address, a URL, or other text.',
    })}<button>Save</button>
`,
  );
}
