import { attribute, type Element } from '../dom/dom.js';
import { metaPolicies } from '../dom/policies.js';
import { headerValues, type Page } from '../page.js';
import { gradeCookies } from './cookies.js';
import { gradeCsp } from './csp-grade.js';
import { referrerPolicyOf } from './referrer-policy.js';
import { gradeScripts, isPlainHtml } from './scripts.js';

/** Points that each test of the HTTP Observatory gives or takes; `redirection` needs the plain-http address and is
 *  added by {@link gradeObservatory}. */
export type ObservatoryTests = Readonly<Record<string, number>>;

/** @see https://github.com/mdn/mdn-http-observatory/blob/main/src/grader/charts.js */
const REFERRER_MODIFIERS = { private: 5, absent: 0, leaking: -5, unknown: -5 } as const;
const SIX_MONTHS_SECONDS = 15_552_000;

/** Runs the tests that need only the document and its headers, with the reference's quirks. */
export function observatoryTests(page: Page): ObservatoryTests {
  const csp = gradeCsp({ ...policiesOf(page), isHttps: page.url.startsWith('https:') });
  return {
    'content-security-policy': csp.modifier,
    cookies: gradeCookies(page, { hasHsts: hasLongHsts(page), asRoot: true }).modifier,
    // Its preflight never shows the request's Origin to the test, so that no answer costs points.
    'cross-origin-resource-sharing': 0,
    'referrer-policy': REFERRER_MODIFIERS[referrerPolicyOf(page, (meta) => mayCount(page, meta)).kind],
    'strict-transport-security': hstsModifier(page),
    'subresource-integrity': gradeScripts(page).modifier,
    'x-content-type-options': joined(page, 'x-content-type-options').toLowerCase() === 'nosniff' ? 0 : -5,
    'x-frame-options': frameOptionsModifier(page, csp.hasFrameAncestors),
    'cross-origin-resource-policy': resourcePolicyModifier(page),
  };
}

/** Policies as the Observatory takes them: no list is split. */
function policiesOf(page: Page): { headers: string[]; metas: string[] } {
  const isSent = headerValues(page, 'content-security-policy').length > 0;
  return {
    headers: isSent ? [joined(page, 'content-security-policy')] : [],
    metas: isPlainHtml(page) ? metaPolicies(page).map((meta) => attribute(meta, 'content') ?? '') : [],
  };
}

/** One element is a policy or a referrer, never both. */
function mayCount(page: Page, meta: Element): boolean {
  return isPlainHtml(page) && attribute(meta, 'http-equiv') === undefined;
}

/** Headers that were sent more than once, as Node.js hands them on. */
function joined(page: Page, name: string): string {
  return headerValues(page, name).join(', ').trim();
}

/** Whether the page’s HSTS header passes the test: cookies without Secure are then forgiven more. */
export function hasLongHsts(page: Page): boolean {
  return hstsModifier(page) >= 0;
}

/** A max-age that is no number passes; one with a comma anywhere does not. */
function hstsModifier(page: Page): number {
  if (page.tls?.isVerified !== true) return -20;
  const header = joined(page, 'strict-transport-security').slice(0, 1024);
  if (header.includes(',')) return -20;
  const maxAge = header
    .split(';')
    .map((part) => part.trim().toLowerCase())
    .findLast((part) => part.startsWith('max-age='));
  if (maxAge === undefined) return -20;
  return Number.parseInt(maxAge.slice(8), 10) < SIX_MONTHS_SECONDS ? -10 : 0;
}

function frameOptionsModifier(page: Page, hasFrameAncestors: boolean): number {
  if (hasFrameAncestors) return 5;
  const option = joined(page, 'x-frame-options').toLowerCase();
  return option === 'deny' || option === 'sameorigin' || option.startsWith('allow-from') ? 0 : -20;
}

function resourcePolicyModifier(page: Page): number {
  const policy = joined(page, 'cross-origin-resource-policy').toLowerCase();
  if (policy === '' || policy === 'cross-origin') return 0;
  return policy === 'same-origin' || policy === 'same-site' ? 10 : -5;
}
