import { type AccountBrand } from '../../account/brand/account-brand.entity.js';
import { logoPath } from '../../account/brand/logo-path.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { sharePath } from '../../websites/share-path.js';
import { type Refusal } from '../forms/refusal.js';
import { type Shown, versionFor } from '../forms/version.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { confirmPage } from '../pages/confirm-page.js';
import { consolePage, may, postForm } from '../pages/console-page.js';
import { faultAbove, fileField, textField } from '../pages/form-parts.js';

const PATH = '/console/settings';
/** Fields of the form, and of the brand. */
export const BRAND_FIELDS = ['name', 'accent_color', 'contact'] as const;

/** What the form of the brand changes. */
export function shownOf(brand: AccountBrand | null): Shown {
  const { name = null, accentColor = null, contact = null } = brand ?? {};
  return { name, accent_color: accentColor, contact };
}

export interface SettingsPage {
  /** What is stored. */
  readonly brand: AccountBrand | null;
  /** By form. */
  readonly refused: Readonly<Record<'brand' | 'logo', Refusal | null>>;
  /** Token of a share page that shows the brand; null: there is none. */
  readonly example: string | null;
}

/** What share pages show in place of our name. */
export function settingsPage(visit: ConsoleVisit, { brand, refused, example }: SettingsPage): string {
  const mayWrite = may(visit, 'websites:write');
  return consolePage(visit, {
    title: 'Settings',
    faults: [faultAbove(refused.brand, BRAND_FIELDS), faultAbove(refused.logo, ['logo'])],
    main: html`<h2>Brand</h2>
<p>Share pages, PDFs and files of reports show it in place of Pagegrade.${example !== null && html` <a href="${sharePath(example)}">See it on a share page</a>.`}</p>
${
  mayWrite
    ? brandForm(visit, brand, refused.brand)
    : html`<p class="notice">This key may not change it: it lacks the scope websites:write.</p>
`
}<h2>Logo</h2>
${logoOf(brand)}${mayWrite && logoForm(visit, brand, refused.logo)}`,
  });
}

function brandForm(visit: ConsoleVisit, brand: AccountBrand | null, refused: Refusal | null): Html {
  return postForm(
    visit,
    { action: PATH, style: 'panel', version: versionFor(shownOf(brand), refused) },
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

function logoOf(brand: AccountBrand | null): Html {
  if (!brand?.logoHash)
    return html`<p>No logo is set.</p>
`;
  const { logoHash, logoWidth, logoHeight } = brand;
  return html`<p><img class="logo" src="${logoPath(logoHash)}" alt="The logo" width="${logoWidth}" height="${logoHeight}"></p>
`;
}

function logoForm(visit: ConsoleVisit, brand: AccountBrand | null, refused: Refusal | null): Html {
  const isSet = Boolean(brand?.logoHash);
  const form = postForm(
    visit,
    { action: `${PATH}/logo`, style: 'panel', hasFile: true },
    html`${fileField({
      ...{ name: 'logo', label: isSet ? 'New logo' : 'File of the logo', refused },
      accept: 'image/png',
      hint: 'A PNG image of up to 200 kB, and 1200 × 400 pixels.',
    })}<button>${isSet ? 'Replace' : 'Save'}</button>
`,
  );
  return html`${form}${isSet ? html`<p><a href="${PATH}/logo/delete">Delete the logo</a></p>\n` : NOTHING}`;
}

export function deleteLogoPage(visit: ConsoleVisit): string {
  return confirmPage(visit, {
    title: 'Delete the logo?',
    consequence: html`Share pages, PDFs and files of reports no longer show it.`,
    path: `${PATH}/logo`,
    back: PATH,
  });
}
