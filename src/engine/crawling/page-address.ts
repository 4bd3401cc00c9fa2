import { parsedUrl } from '../../basics/url.js';

const MAX_CHARACTERS = 2048;

/** The address by which pages of a crawl are equal: an http or https URL without fragment, credentials, default port, dot
 *  segments and empty query, with its host in lower case.
 *  @returns null if it is not an absolute http or https URL, or if the address is longer than 2048 characters */
export function pageAddress(url: URL | string): string | null {
  const parsed = typeof url === 'string' ? parsedUrl(url) : url;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  const { protocol, host, pathname, search } = parsed;
  const address = `${protocol}//${host}${pathname}${search}`;
  return address.length > MAX_CHARACTERS ? null : address;
}

/** The host of a URL with its port, without one leading `www.`. URLs of one website have the same. */
export function siteHost(url: URL): string {
  return url.host.replace(/^www\./, '');
}
