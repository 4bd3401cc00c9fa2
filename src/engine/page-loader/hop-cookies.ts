import { CookieJar } from 'tough-cookie';

/** As many, and as long ones, as browsers have to keep of a host.
 *  @see https://www.rfc-editor.org/rfc/rfc6265#section-6.1 */
const MAX_COOKIES = 50;
const MAX_CHARACTERS = 4096;

/** The header Cookie that a browser would send to a URL after some responses; empty: none. */
export function cookiesFor(
  url: URL,
  responses: readonly { readonly url: string; readonly setCookies: readonly string[] }[],
): string {
  const jar = new CookieJar();
  const cookies = responses.flatMap((response) =>
    response.setCookies.map((cookie) => ({ cookie, from: response.url })),
  );
  for (const { cookie, from } of cookies.slice(0, MAX_COOKIES))
    if (cookie.length <= MAX_CHARACTERS) jar.setCookieSync(cookie, from, { ignoreError: true });
  return jar.getCookieStringSync(url.href);
}
