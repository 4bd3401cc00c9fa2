import { preloadedEndingOf } from '../../preloaded-endings.js';
import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { type CookieFault, cookiesOf, gradeCookies } from '../../parity/cookies.js';
import { hasLongHsts } from '../../parity/observatory.js';
import { quoted } from '../../quoted.js';

export const cookies = documentCheck({
  id: 'cookies',
  name: 'Cookies',
  category: 'security',
  importance: 'medium',
  what: 'Every cookie is Secure, and session cookies are HttpOnly.',
  why: 'Otherwise cookies can be read in transit or by an injected script, and a stolen session cookie gives access to the account.',
  fix: 'Set cookies with "Secure; HttpOnly; SameSite=Lax". Use SameSite=None only with Secure.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/Cookies',
  method: 'exact',
  value: {
    cookies: 'integer',
    faulty_cookies: 'integer',
    observatory_result: 'text',
    observatory_modifier: 'integer',
    preloaded_ending: 'text?',
  },
  messages: {
    pass: ({ cookies: count }) =>
      count === 1
        ? 'The page sets 1 cookie, which has the attributes it needs.'
        : `The page sets ${counted(count, 'cookie')}, each with the attributes it needs.`,
    without_secure: (value) =>
      `${withoutSecure(value)}, so browsers also send ${pronoun(value)} over plain http.`,
    without_secure_behind_hsts: (value) =>
      `${withoutSecure(value)}; only ${guardOf(value)} keeps browsers from sending ${pronoun(value)} over plain http.`,
    session_without_secure: (value) =>
      `${faulty(value, 'session cookie')} not Secure, so browsers also send ${pronoun(value)} over plain http.`,
    session_without_secure_behind_hsts: (value) =>
      `${faulty(value, 'session cookie')} not Secure; only ${guardOf(value)} keeps browsers from sending ${pronoun(value)} over plain http.`,
    session_without_http_only: (value) =>
      `${faulty(value, 'session cookie')} not HttpOnly, so scripts can read ${pronoun(value)}.`,
    anti_csrf_without_same_site: ({ faulty_cookies }) =>
      `${counted(faulty_cookies, 'anti-CSRF cookie has', 'anti-CSRF cookies have')} no SameSite attribute.`,
    invalid_same_site: ({ faulty_cookies }) =>
      `${counted(faulty_cookies, 'cookie has', 'cookies have')} an invalid SameSite attribute: a value other than Lax, Strict and None, or None without Secure.`,
    no_cookies: 'The page sets no cookies.',
  },
  examples: {
    passes: { html: '', headers: [['set-cookie', 'session=1; Secure; HttpOnly; SameSite=Lax']] },
    fails: { html: '', headers: [['set-cookie', 'session=1']] },
  },
  run(page) {
    const preloaded_ending = endingOf(page.url);
    const {
      result,
      modifier,
      faults,
      cookies: count,
    } = gradeCookies(cookiesOf(page, false), preloaded_ending !== null || hasLongHsts(page), isSessionName);
    if (result === 'none') return notApplicable('no_cookies');
    const value = {
      cookies: count,
      faulty_cookies: faults.filter(({ fault }) => fault === result).length,
      observatory_result: result,
      observatory_modifier: modifier,
      preloaded_ending,
    };
    if (result === 'secure' || result === 'secure_with_same_site') return pass(value);
    return fail(result, {
      value,
      evidence: faults.map(({ name, fault }) => textEvidence(`${name} ${FAULT_WORDS[fault]}`)),
    });
  },
});

/** Words in which `sess` means no session. */
const NO_SESSION = /assess|possess|obsess/g;
/** Names by which common systems keep sessions and sign-ins. */
const SESSION_NAME =
  /login|sess|^connect\.sid$|^\.aspxauth$|^\.aspnetcore\.(identity\.application|cookies)|^wordpress_(logged_in|sec)_|^remember_(me|token|user_token|web_)|^(access|auth|refresh|id)[-_]?token$|^jwt$/;

function isSessionName(name: string): boolean {
  return SESSION_NAME.test(name.replace(/^__(host|secure)-/, '').replace(NO_SESSION, ''));
}

const FAULT_WORDS: Readonly<Record<CookieFault, string>> = {
  without_secure_behind_hsts: 'is not Secure',
  without_secure: 'is not Secure',
  session_without_secure_behind_hsts: 'is a session cookie and not Secure',
  session_without_secure: 'is a session cookie and not Secure',
  session_without_http_only: 'is a session cookie and not HttpOnly',
  anti_csrf_without_same_site: 'is an anti-CSRF cookie and has no SameSite attribute',
  invalid_same_site: 'has an invalid SameSite attribute',
};

/** The ending of an https address for which browsers use https alone. */
function endingOf(address: string): string | null {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' ? preloadedEndingOf(hostname) : null;
}

/** What makes browsers use https. */
function guardOf({ preloaded_ending }: { readonly preloaded_ending: string | null }): string {
  return preloaded_ending ? `the ending ${quoted(`.${preloaded_ending}`)}` : 'Strict-Transport-Security';
}

interface Counts {
  readonly cookies: number;
  readonly faulty_cookies: number;
}

function withoutSecure({ cookies: count, faulty_cookies }: Counts): string {
  if (count === 1) return 'The only cookie is not Secure';
  return `${faulty_cookies.toLocaleString('en')} of ${counted(count, 'cookie')} ${faulty_cookies === 1 ? 'is' : 'are'} not Secure`;
}

function faulty({ faulty_cookies }: Counts, noun: string): string {
  return counted(faulty_cookies, `${noun} is`, `${noun}s are`);
}

function pronoun({ faulty_cookies }: Counts): string {
  return faulty_cookies === 1 ? 'it' : 'them';
}
