import { parsedUrl } from '../../../basics/url.js';
import { attribute, elementsNamed } from '../dom/dom.js';
import { baseUrlOf } from '../dom/head.js';
import { refreshTarget } from '../dom/refresh.js';
import { linkTarget } from '../dom/resources.js';
import { type Page } from '../page.js';

/** The API's limit for the URL of a report. */
export const MAX_URL_CHARACTERS = 2048;

export interface OutlineLink {
  readonly url: string;
  /** Whether one of the links to it is without {@link NOT_FOLLOWED}. */
  readonly isFollowed: boolean;
}

/** Relations that ask robots not to follow a link.
 *  @see https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links */
const NOT_FOLLOWED = new Set(['nofollow', 'ugc', 'sponsored']);

/** URLs that a page links to by `a`, `area` or an immediate `meta refresh`, each once, in document order after that of the
 *  refresh. Only those of the page's own host and port, where `www.` makes no difference, without credentials, and of at most
 *  2048 characters. */
export function linksWithin(page: Page): OutlineLink[] {
  const base = baseUrlOf(page);
  const site = siteOf(page.url);
  const found = new Map<string, boolean>();
  const add = (url: string | null, follows: boolean) => {
    if (url === null || found.get(url) === true || url.length > MAX_URL_CHARACTERS) return;
    if (found.has(url) || siteOf(url) === site) found.set(url, follows);
  };
  add(refreshTarget(page), true);
  for (const element of elementsNamed(page.dom, 'a', 'area')) {
    const href = attribute(element, 'href');
    if (href !== undefined) add(linkTarget(href, base), follows(attribute(element, 'rel') ?? ''));
  }
  return [...found].map(([url, isFollowed]) => ({ url, isFollowed }));
}

function follows(rel: string): boolean {
  return rel === '' || !rel.split(/\s+/).some((relation) => NOT_FOLLOWED.has(relation.toLowerCase()));
}

/** Host and port without a leading `www.`; null if the URL has credentials. */
function siteOf(address: string): string | null {
  const url = parsedUrl(address);
  if (url?.username !== '' || url.password !== '') return null;
  return url.host.replace(/^www\./, '');
}
