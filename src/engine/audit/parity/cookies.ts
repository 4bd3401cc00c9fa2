import { Cookie, CookieJar, type SerializedCookie } from 'tough-cookie';
import { headerValues, type PageFacts } from '../page.js';

/** The HTTP Observatory's results for cookies, the worst one last. */
const WORSENING = [
  'without_secure_behind_hsts',
  'without_secure',
  'session_without_secure_behind_hsts',
  'invalid_same_site',
  'anti_csrf_without_same_site',
  'session_without_http_only',
  'session_without_secure',
] as const;

export type CookieFault = (typeof WORSENING)[number];

const MODIFIERS: Readonly<Record<CookieFault, number>> = {
  without_secure_behind_hsts: -5,
  without_secure: -20,
  session_without_secure_behind_hsts: -10,
  invalid_same_site: -20,
  anti_csrf_without_same_site: -20,
  session_without_http_only: -30,
  session_without_secure: -40,
};

/** A hosting platform sets this cookie on every site.
 *  @see https://github.com/mozilla/http-observatory/issues/282 */
const IGNORED = 'heroku-session-affinity';

export interface CookieGrade {
  readonly result: CookieFault | 'none' | 'secure' | 'secure_with_same_site';
  readonly modifier: number;
  /** Faulty cookies and their faults. */
  readonly faults: readonly { readonly name: string; readonly fault: CookieFault }[];
  /** Number of cookies. */
  readonly cookies: number;
}

/** The cookies of a page. */
export interface PageCookies {
  /** Cookies in a browser's cookie jar after loading the page. */
  readonly held: readonly SerializedCookie[];
  /** Names of cookies with an invalid SameSite attribute. */
  readonly malformed: readonly string[];
}

/** @param asObservatory whether expired cookies count, and whether those without a path count as set by the site's root,
 *  the only URL that the Observatory requests */
export function cookiesOf(page: PageFacts, asObservatory: boolean): PageCookies {
  const isKept = (cookie: SerializedCookie) => asObservatory || !isExpired(cookie, page.loadedAtMs);
  const malformed = headerValues(page, 'set-cookie').filter(
    (header) => hasMalformedSameSite(header) && isKept(Cookie.parse(header)?.toJSON() ?? {}),
  );
  return {
    held: heldCookies(page, asObservatory).filter(isKept),
    malformed: malformed.map((header) => header.split(/[=;]/)[0]?.trim() ?? ''),
  };
}

/** @param hasHsts whether HSTS keeps cookies from being sent over plain http
 *  @param isSession whether a cookie keeps a session, by its name in lower case; default: as the Observatory guesses
 *  @see https://github.com/mdn/mdn-http-observatory/blob/main/src/analyzer/tests/cookies.js */
export function gradeCookies(
  { held, malformed }: PageCookies,
  hasHsts: boolean,
  isSession = isSessionName,
): CookieGrade {
  const cookies = held.length;
  if (cookies === 0) return { result: 'none', modifier: 0, faults: [], cookies };
  const faults = [
    ...held.flatMap((cookie) =>
      faultsOf(cookie, hasHsts, isSession).map((fault) => ({ name: String(cookie.key), fault })),
    ),
    ...malformed.map((name) => ({ name, fault: 'invalid_same_site' as const })),
  ];
  const worst = WORSENING.findLast((fault) => faults.some((found) => found.fault === fault));
  if (worst !== undefined) return { result: worst, modifier: MODIFIERS[worst], faults, cookies };
  return held.every((cookie) => hasSameSite(cookie))
    ? { result: 'secure_with_same_site', modifier: 5, faults, cookies }
    : { result: 'secure', modifier: 0, faults, cookies };
}

/** If the page is on https, cookies count from the first https URL on, since no session starts before. */
function heldCookies(page: PageFacts, asObservatory: boolean): SerializedCookie[] {
  // The Observatory's older cookie jar also accepts Secure cookies over plain http.
  const jar = new CookieJar(undefined, { enforceSecureOriginOnStorage: !asObservatory });
  const hops = [...page.hops, { url: page.url, setCookies: headerValues(page, 'set-cookie') }];
  const first = page.url.startsWith('https:') ? hops.findIndex(({ url }) => url.startsWith('https:')) : 0;
  for (const { url, setCookies } of hops.slice(first)) {
    for (const header of setCookies) {
      const hasPath = /;\s*path\s*=/i.test(header);
      jar.setCookieSync(asObservatory && !hasPath ? `${header}; Path=/` : header, url, { ignoreError: true });
    }
  }
  const { cookies } = jar.serializeSync() ?? { cookies: [] };
  return cookies.filter(({ key }) => key !== undefined && key !== '' && key !== IGNORED);
}

/** Whether a cookie is expired when it is set, which deletes it. Max-Age takes precedence over Expires.
 *  @see https://www.rfc-editor.org/rfc/rfc6265#section-5.3 */
function isExpired({ maxAge, expires }: SerializedCookie, loadedAtMs: number): boolean {
  if (maxAge !== undefined && maxAge !== null) return Number(maxAge) <= 0;
  return typeof expires === 'string' && Date.parse(expires) <= loadedAtMs;
}

function hasSameSite({ sameSite }: SerializedCookie): boolean {
  return typeof sameSite === 'string' && sameSite !== '';
}

function isSessionName(name: string): boolean {
  return name.includes('login') || name.includes('sess');
}

function faultsOf(
  cookie: SerializedCookie,
  hasHsts: boolean,
  isSessionOf: (name: string) => boolean,
): CookieFault[] {
  const name = (cookie.key ?? '').toLowerCase();
  const isSession = isSessionOf(name);
  const isSecure = cookie.secure === true;
  const faults: CookieFault[] = [];
  if (!isSecure) {
    if (cookie.sameSite === 'none') faults.push('invalid_same_site');
    faults.push(hasHsts ? 'without_secure_behind_hsts' : 'without_secure');
    if (isSession) faults.push(hasHsts ? 'session_without_secure_behind_hsts' : 'session_without_secure');
  }
  if (name.includes('csrf') && !hasSameSite(cookie)) faults.push('anti_csrf_without_same_site');
  if (isSession && cookie.httpOnly !== true) faults.push('session_without_http_only');
  return faults;
}

function hasMalformedSameSite(header: string): boolean {
  return header.split(';').some((part) => {
    const [name = '', value = ''] = part.trim().split('=');
    const isSameSite = name.trim().toLowerCase() === 'samesite';
    return isSameSite && !['lax', 'strict', 'none'].includes(value.trim().toLowerCase());
  });
}
