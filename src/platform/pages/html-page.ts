import { parsedUrl } from '../../basics/url.js';
import { accentPath, accentStyle } from './accent.js';
import { type Brand, type BrandLogo, hasIdentity } from './brand.js';
import { Html, html, NOTHING } from './html.js';
import { BLANK_ICON_PATH, ICON, ICON_PATH, STYLE, STYLE_PATH } from './style.js';

export interface HtmlPage {
  readonly title: string;
  /** For search engines. */
  readonly description: string;
  readonly main: Html;
  /** Default: the title. */
  readonly heading?: Html;
  /** Further elements of the head. */
  readonly head?: Html;
  /** Shown in place of ours. */
  readonly brand?: Brand | null;
  /** Default: those of the brand. */
  readonly header?: Html;
  readonly footer?: Html;
}

/** Width to height of a logo that serves as an icon. */
const [MIN_ICON_RATIO, MAX_ICON_RATIO] = [0.8, 1.25];
const EMAIL = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;

const OUR_ICON = html`<link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
`;
const BLANK = html`<link rel="icon" href="${BLANK_ICON_PATH}" type="image/svg+xml">
`;
const OUR_HEADER = html`<a class="brand" href="/"><img src="${ICON_PATH}" alt="" width="24" height="24">Pagegrade</a>
<nav aria-label="Pagegrade"><a href="/docs/checks">What is checked</a> <a href="/docs">API</a></nav>`;
const OUR_FOOTER = html`<p>Made by <a href="/">Pagegrade</a>, which grades web pages. <a href="/docs/checks">What is checked</a>, why, and by which standard.</p>`;

/** A complete page of this server. */
export function htmlPage({
  title,
  description,
  main,
  heading = html`<h1>${title}</h1>`,
  head = NOTHING,
  brand = null,
  header = headerOf(brand, OUR_HEADER),
  footer = footerOf(brand, OUR_FOOTER),
}: HtmlPage): string {
  return htmlDocument({
    title: html`${title}${titleEndOf(brand)}`,
    description,
    head: html`${head}${iconOf(brand)}<link rel="stylesheet" href="${STYLE_PATH}">
${accentOf(brand)}`,
    body: html`<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><div>${header}</div></header>
<main id="main" tabindex="-1">
${heading}
${main}
</main>
${footer}`,
  });
}

export interface HtmlFile extends Pick<HtmlPage, 'title' | 'description' | 'main'> {
  readonly heading: Html;
  readonly brand: Brand | null;
  /** What the file adds to the style sheet of all pages. */
  readonly style: string;
  /** Stands before paths of this server in links; null: there are no links to it. */
  readonly base: string | null;
}

/** Holds also where the file is opened from a disk or a mail. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** A page as a file that needs no network. */
export function htmlFile({ title, description, heading, main, brand, style, base }: HtmlFile): string {
  const accent = brand?.accentColor ? accentStyle(brand.accentColor) : '';
  return htmlDocument({
    title: html`${title}${titleEndOf(brand)}`,
    description,
    head: html`<meta http-equiv="Content-Security-Policy" content="${FILE_POLICY}">
<style>${new Html(STYLE + accent + style)}</style>
`,
    body: html`<header class="bar"><div>${headerOf(brand, ourFileHeader(base))}</div></header>
<main>
${heading}
${main}</main>
${footerOf(brand, ourFileFooter(base))}`,
  });
}

function ourFileHeader(base: string | null): Html {
  const icon = `data:image/svg+xml;base64,${Buffer.from(ICON).toString('base64')}`;
  const name = html`<img src="${icon}" alt="" width="24" height="24">Pagegrade`;
  return base === null
    ? html`<span class="brand">${name}</span>`
    : html`<a class="brand" href="${base}/">${name}</a>`;
}

function ourFileFooter(base: string | null): Html {
  if (base === null) return html`<p>Made by Pagegrade, which grades web pages.</p>`;
  return html`<p>Made by <a href="${base}/">Pagegrade</a>, which grades web pages. <a href="${base}/docs/checks">What is checked</a>, why, and by which standard.</p>`;
}

function htmlDocument({
  title,
  description,
  head,
  body,
}: Readonly<Record<'title' | 'head' | 'body', Html>> & { readonly description: string }): string {
  return html`<!doctype html>
<html lang="en" itemscope itemtype="https://schema.org/WebPage">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title itemprop="name">${title}</title>
<meta name="description" itemprop="description" content="${description}">
${head}</head>
<body>
${body}</body>
</html>
`.text;
}

function titleEndOf(brand: Brand | null): string {
  if (!hasIdentity(brand)) return ' – Pagegrade';
  return brand.name === null ? '' : ` – ${brand.name}`;
}

function iconOf(brand: Brand | null): Html {
  if (!hasIdentity(brand)) return OUR_ICON;
  return brand.logo && isIcon(brand.logo)
    ? html`<link rel="icon" href="${brand.logo.src}" type="image/png">
`
    : BLANK;
}

function isIcon({ width, height }: BrandLogo): boolean {
  const ratio = width / height;
  return ratio >= MIN_ICON_RATIO && ratio <= MAX_ICON_RATIO;
}

function accentOf(brand: Brand | null): Html {
  if (!brand?.accentColor) return NOTHING;
  return html`<link rel="stylesheet" href="${accentPath(brand.accentColor)}">
`;
}

function headerOf(brand: Brand | null, ours: Html): Html {
  if (!hasIdentity(brand)) return ours;
  const { name, logo } = brand;
  const shown =
    logo &&
    html`<img class="logo" src="${logo.src}" alt="${name ?? 'Logo'}" width="${logo.width}" height="${logo.height}">`;
  return html`<span class="brand">${shown ?? name}</span>`;
}

function footerOf(brand: Brand | null, ours: Html): Html {
  const contact = brand?.contact ? contactOf(brand.contact) : null;
  if (!hasIdentity(brand)) return footer(html`${contact && html`<p>${contact}</p>`}${ours}`);
  if (brand.name === null && !contact) return NOTHING;
  const between = brand.name !== null && contact && ' · ';
  return footer(html`<p>${brand.name}${between}${contact}</p>`);
}

function footer(content: Html): Html {
  return html`<footer>${content}</footer>
`;
}

function contactOf(contact: string): Html {
  if (EMAIL.test(contact)) return html`<a href="mailto:${contact}">${contact}</a>`;
  const url = /^https?:\/\//i.test(contact) ? parsedUrl(contact) : null;
  return url ? html`<a href="${url.href}" rel="noopener">${contact}</a>` : html`${contact}`;
}
