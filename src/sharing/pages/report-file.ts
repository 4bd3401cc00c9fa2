import { Html, html } from '../../platform/pages/html.js';
import { ICON, ICON_PATH, STYLE } from '../../platform/pages/style.js';
import { accentStyle } from '../../platform/pages/accent.js';
import { type Brand } from '../../platform/pages/brand.js';
import { PRINT_STYLE } from './print-style.js';
import { reportPage, type ReportPage } from './report-page.js';
import { pathOf } from './share-page.js';

export interface FileOptions {
  /** Base of links to this server, without a trailing slash; null: links to it are left out. */
  readonly base: string | null;
  /** Blob of the picture; null: there is none. */
  readonly pictureHash: string | null;
}

/** Holds also where the file is opened from a disk or a mail. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const PICTURE = /src="#picture-([0-9a-f]*)"/g;

/** The page of a report as one file that needs no network, for printing and keeping: without navigation and without other
 *  reports, and with everything unfolded. It is the same whenever it is made. Third-party text in it is escaped, so what
 *  is replaced is markup of ours.
 *  @returns the file without its picture, see {@link pictureOf} */
export function reportFile(page: ReportPage, { base, pictureHash }: FileOptions): string {
  const path = pathOf(page.share.website);
  const share = { ...page.share, address: (base ?? '') + path };
  const markup = reportPage({ ...page, share, history: [] });
  const linked = withLinks(withoutNavigation(withOwnHead(markup, share.brand)), base);
  const unfolded = linked.replaceAll(/<details(?![^>]* open[ >])/g, '<details open');
  return withContentsList(withPictures(unfolded, pictureHash));
}

/** Hash of the picture that a file still lacks; null: none. */
export function pictureOf(file: string): string | null {
  const hash = new RegExp(PICTURE.source).exec(file)?.[1] ?? '';
  return hash === '' ? null : hash;
}

/** @param webp null: the file has no picture */
export function withPictureBytes(file: string, webp: Buffer | null): string {
  if (!webp) return file.replaceAll(new RegExp(`<img ${PICTURE.source}[^>]*>`, 'g'), '');
  const source = `src="data:image/webp;base64,${webp.toString('base64')}"`;
  return file.replaceAll(PICTURE, () => source);
}

/** Shows the list of contents in print. */
export function withContents(file: string): string {
  return file.replace('<html ', '<html class="long" ');
}

function withOwnHead(markup: string, brand: Brand | null): string {
  const accent = brand?.accentColor ? accentStyle(brand.accentColor) : '';
  const head = html`<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<style>${new Html(STYLE + accent + PRINT_STYLE)}</style>`;
  return markup
    .replaceAll(/<(?:link rel="(?:canonical|icon)"|meta (?:property|name="robots"))[^>]*>\n/g, '')
    .replace(/<link rel="stylesheet"[^>]*>/, () => head.text)
    .replaceAll(/<link rel="stylesheet"[^>]*>\n/g, '');
}

function withoutNavigation(markup: string): string {
  return markup.replaceAll(
    /<nav [^]*?<\/nav>\n?|<a class="skip"[^]*?<\/a>\n|<span class="screen">[^]*?<\/span>/g,
    '',
  );
}

/** Links to this server are complete or left out. */
function withLinks(markup: string, base: string | null): string {
  return markup.replaceAll(/ href="(\/[^"]*|)"/g, (_, path: string) =>
    base === null || path === '' ? '' : ` href="${base}${path}"`,
  );
}

function withPictures(markup: string, pictureHash: string | null): string {
  const icon = `data:image/svg+xml;base64,${Buffer.from(ICON).toString('base64')}`;
  return markup
    .replaceAll(`src="${ICON_PATH}"`, `src="${icon}"`)
    .replaceAll(/src="[^"]*\/screenshot\.webp"/g, () => `src="#picture-${pictureHash ?? ''}"`)
    .replaceAll(' loading="lazy"', '');
}

/** Lists the headings, each of which gets an address, before the first section. */
function withContentsList(markup: string): string {
  const entries: Html[] = [];
  const addressed = markup.replaceAll(
    /<h([23])([^>]*)>([^]*?)<\/h\1>/g,
    (heading, level: string, attributes: string, content: string) => {
      const known = / id="([^"]*)"/.exec(attributes)?.[1];
      const id = known ?? `part-${String(entries.length + 1)}`;
      const name = new Html(content.replaceAll(/<[^>]*>/g, ''));
      entries.push(html`<li${level === '3' && html` class="sub"`}><a href="#${new Html(id)}">${name}</a></li>
`);
      return known === undefined ? `<h${level}${attributes} id="${id}">${content}</h${level}>` : heading;
    },
  );
  const list = html`<nav class="contents" aria-label="Contents">
<p><strong>Contents</strong></p>
<ol>
${entries}</ol>
</nav>
`;
  return addressed.replace(/<section |<\/main>/, (first) => list.text + first);
}
