import { parsedUrl } from '../../basics/url.js';

const NOT_ALLOWED = /[^\w.~:/?#@!$&'()*+,;=%-]|%(?![\da-f]{2})/gi;

/** The same for all spellings of a URL. */
export function normalized(url: string): string {
  return parsedUrl(url)?.href ?? url;
}

/** The URL as an absolute URI without credentials: browsers accept characters that a URI must not have.
 *  @see https://www.rfc-editor.org/rfc/rfc3986#section-2 */
export function uriOf(url: string): string {
  const parsed = parsedUrl(url.toWellFormed());
  if (!parsed) return 'about:blank';
  parsed.username = '';
  parsed.password = '';
  const { href } = parsed;
  // Only URLs of the web have one.
  const origin = parsed.origin === 'null' ? '' : parsed.origin;
  return origin + href.slice(origin.length).replaceAll(NOT_ALLOWED, encodeURIComponent);
}
