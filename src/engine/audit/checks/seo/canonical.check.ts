import { parsedUrl } from '../../../../basics/url.js';
import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass, type Place } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { type DocumentLink, metadataLinks } from '../../dom/head.js';
import { canonicalFault } from '../../parity/canonical.js';
import { quoted, quotedList } from '../../quoted.js';

export const canonical = documentCheck({
  id: 'canonical',
  name: 'Canonical link',
  category: 'seo',
  importance: 'medium',
  what: 'The canonical link, if any, names one absolute URL of this page.',
  why: 'Search engines index the canonical URL. A wrong one removes the page from search results.',
  fix: 'Keep one <link rel="canonical"> with the absolute URL of this page in this language.',
  source: 'https://www.rfc-editor.org/rfc/rfc6596',
  method: 'exact',
  restsOnContent: true,
  value: { href: 'text', urls: 'texts' },
  messages: {
    pass: ({ href }) => `The canonical URL is ${quoted(href)}.`,
    invalid_url: ({ href }) => `The canonical link ${quoted(href)} is not a valid URL.`,
    relative_url: ({ href }) =>
      `The canonical link ${quoted(href)} is a relative URL; it should be absolute.`,
    conflicting_urls: ({ urls }, { places }) =>
      `The page has ${counted(places, 'canonical link')} with different URLs (${quotedList(urls)}).`,
    another_language: ({ href }) =>
      `The canonical link names ${quoted(href)}, which is another language version of this page.`,
    domain_root: ({ href }) => `The canonical link names the home page ${quoted(href)} instead of this page.`,
    absent: 'The page names no canonical URL.',
  },
  examples: {
    passes: {
      url: 'https://example.com/shoes?sort=price',
      html: '<head><link rel="canonical" href="https://example.com/shoes"></head>',
    },
    fails: { url: 'https://example.com/shoes', html: '<head><link rel="canonical" href="/shoes"></head>' },
  },
  run(page) {
    const { canonicals, fault: found } = canonicalFault(page, metadataLinks(page));
    if (canonicals.length === 0) return notApplicable('absent');
    const fault = found === 'domain_root' && isHomeAlias(page.url) ? null : found;
    const urls = [...new Set(canonicals.map((link) => link.href ?? link.hrefRaw))];
    const value = { href: decisiveHref(canonicals), urls };
    return fault === null ? pass(value) : fail(fault, { value, evidence: canonicals.map(placeOf) });
  },
});

/** Whether a URL is another one of the home page: a file, Squarespace's name for it, or its AMP version. Lighthouse does not
 *  know them. */
function isHomeAlias(url: string): boolean {
  return /^\/((index|default)\.\w+|index\.php\/|home\/?|amp\/?)$/i.test(new URL(url).pathname);
}

/** The first invalid URL, else the first relative one, else the first. */
function decisiveHref(links: readonly DocumentLink[]): string {
  const decisive =
    links.find(({ href }) => href === null) ??
    links.find(({ hrefRaw }) => parsedUrl(hrefRaw) === null) ??
    links[0];
  return decisive?.hrefRaw ?? '';
}

function placeOf(link: DocumentLink): Place {
  return link.element ?? textEvidence(`Link: <${link.hrefRaw}>; rel="${link.rel}"`);
}
