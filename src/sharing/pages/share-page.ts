import { type Brand } from '../../platform/pages/brand.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { htmlPage } from '../../platform/pages/html-page.js';
import { type Website } from '../../websites/website.entity.js';
import { sharePath } from '../../websites/share-path.js';

/** Data that all share pages of a website need. */
export interface Share {
  readonly website: Website;
  /** Absolute URL of the website's page. */
  readonly address: string;
  /** Of the website's account; null: ours. */
  readonly brand: Brand | null;
}

/** Path of the website's page; its other pages are below. */
export function pathOf({ shareToken }: Website): string {
  return sharePath(shareToken);
}

/** A share page. Only pages of public websites have metadata for search engines and link previews. */
export function sharePage(
  { website, address, brand }: Share,
  page: { path: string; title: string; description: string; heading: Html; main: Html },
): string {
  const url = address + page.path;
  const head =
    website.privacy === 0
      ? html`<link rel="canonical" href="${url}">
<meta property="og:type" content="website">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:url" content="${url}">
`
      : html`<meta name="robots" content="noindex, nofollow">
`;
  return htmlPage({ ...page, head, brand });
}

/** Breadcrumbs.
 *  @param steps below the website */
export function crumbs({ website }: Share, ...steps: readonly (Html | string)[]): Html {
  return html`<nav aria-label="You are here"><p class="crumbs"><a href="${pathOf(website)}">${website.domain}</a>${
    steps.length === 0 ? NOTHING : html`${steps.map((step) => html` / ${step}`)}`
  }</p></nav>
`;
}
