import { CookieJar } from 'tough-cookie';

/** The header Cookie that a browser would send to a URL after some responses; empty: none. */
export function cookiesFor(
  url: URL,
  responses: readonly { readonly url: string; readonly setCookies: readonly string[] }[],
): string {
  const jar = new CookieJar();
  for (const response of responses)
    for (const cookie of response.setCookies) jar.setCookieSync(cookie, response.url, { ignoreError: true });
  return jar.getCookieStringSync(url.href);
}
