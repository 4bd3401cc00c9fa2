import { parsedUrl } from '../../basics/url.js';

const MAX_CHARACTERS = 2048;
/** Not where the character could complete another one. */
const ESCAPE = /(?<!%[0-9a-f]?)%[0-9a-f]{2}/gi;
const UNRESERVED = /[a-z0-9._~-]/i;

/** Parameters by which servers recognize visitors without cookies: each visit gets other ones, for the same page. */
const SESSION = /^(jsessionid|phpsessid|aspsessionid\w*|oscsid|zenid)$/i;
const SESSION_SEGMENT = /;jsessionid=[^;/]*/gi;

/** The address by which pages of a crawl are equal: an http or https URL without fragment, credentials, default port, dot
 *  segments, session ids and empty query, with its host in lower case, and only such characters escaped as have to be, in
 *  upper case.
 *  @returns null if it is not an absolute http or https URL, or if the address is longer than 2048 characters */
export function pageAddress(url: URL | string): string | null {
  const parsed = typeof url === 'string' ? parsedUrl(url) : url;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  const { protocol, host, pathname, search } = parsed;
  const path = withNormalEscapes(pathname).replaceAll(SESSION_SEGMENT, '');
  const address = `${protocol}//${host}${path}${withoutSession(withNormalEscapes(search).replaceAll('\\', '%5C'))}`;
  return address.length > MAX_CHARACTERS ? null : address;
}

/** @param search with its question mark, if it is not empty */
function withoutSession(search: string): string {
  const parameters = search.slice(1).split('&');
  const kept = parameters.filter((parameter) => !SESSION.test(parameter.split('=', 1)[0] ?? ''));
  if (kept.length === parameters.length) return search;
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/** Only such characters are escaped as have to be, in upper case. */
export function withNormalEscapes(text: string): string {
  return text.replaceAll(ESCAPE, normalEscape);
}

/** @see https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2 */
function normalEscape(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return UNRESERVED.test(character) ? character : escape.toUpperCase();
}

/** The host of a URL with its port, without one leading `www.`. URLs of one website have the same. */
export function siteHost(url: URL): string {
  return url.host.replace(/^www\./, '');
}
