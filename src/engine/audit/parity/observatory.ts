import { attribute, type Element } from '../dom/dom.js';
import { isPolicy, policiesIn } from '../dom/policies.js';
import { headerValues, type Page } from '../page.js';
import { tokenOf } from '../structured-field.js';
import { cookiesOf, gradeCookies } from './cookies.js';
import { gradeCsp } from './csp-grade.js';
import { markupElements } from './markup-elements.js';
import { gradeReferrerPolicy } from './referrer-policy.js';
import { gradeScripts, isPlainHtml } from './scripts.js';

/** The reproduced version of the HTTP Observatory's algorithm. */
export const OBSERVATORY_ALGORITHM = 6;

/** Score modifier of each test. */
export type ObservatoryTests = Readonly<Record<string, number>>;

/** The tests of the document and its headers. {@link gradeObservatory} adds `redirection` and HSTS preloading, which
 *  need more than the document. */
export interface DocumentTests {
  readonly tests: ObservatoryTests;
  /** Modifier of `cookies` if the host is on the HSTS preload list. */
  readonly cookiesIfPreloaded: number;
}

/** @see https://github.com/mdn/mdn-http-observatory/blob/main/src/grader/charts.js */
const REFERRER_MODIFIERS = { private: 5, absent: 0, leaking: -5, unknown: -5 } as const;
const RESOURCE_POLICIES = new Map([
  ['', 0],
  ['cross-origin', 0],
  ['same-site', 10],
  ['same-origin', 10],
]);
const EMBEDDER_POLICIES = new Map([
  ['unsafe-none', 0],
  ['require-corp', 10],
  ['credentialless', 10],
]);
const OPENER_POLICIES = new Map([
  ['unsafe-none', 0],
  ['same-origin', 10],
  ['same-origin-allow-popups', 10],
  ['noopener-allow-popups', 10],
]);
const INVALID = -5;
const SIX_MONTHS_SECONDS = 15_552_000;

/** Runs the tests that only need the document and its headers, quirks included. */
export function observatoryTests(page: Page): DocumentTests {
  const metas = isPlainHtml(page) ? markupElements(page, 'meta') : [];
  const csp = gradeCsp({ ...policiesOf(page, metas), isHttps: page.url.startsWith('https:') });
  const cookies = cookiesOf(page, true);
  const tests = {
    'content-security-policy': csp.modifier,
    cookies: gradeCookies(cookies, hasLongHsts(page)).modifier,
    // The Observatory never sees the Origin of its own preflight request, so no response costs points.
    'cross-origin-resource-sharing': 0,
    'referrer-policy': REFERRER_MODIFIERS[gradeReferrerPolicy(page, referrersIn(metas))],
    'strict-transport-security': hstsModifier(page),
    'subresource-integrity': gradeScripts(page).modifier,
    'x-content-type-options': valueOf(page, 'x-content-type-options', 256) === 'nosniff' ? 0 : -5,
    'x-frame-options': frameOptionsModifier(page, csp.hasFrameAncestors),
    'cross-origin-resource-policy':
      RESOURCE_POLICIES.get(valueOf(page, 'cross-origin-resource-policy', 256)) ?? INVALID,
    'cross-origin-embedder-policy': tokenModifier(page, 'cross-origin-embedder-policy', EMBEDDER_POLICIES),
    'cross-origin-opener-policy': tokenModifier(page, 'cross-origin-opener-policy', OPENER_POLICIES),
  };
  return { tests, cookiesIfPreloaded: gradeCookies(cookies, true).modifier };
}

/** Keeps empty policies in a list, because they make all policies invalid. */
function policiesOf(page: Page, metas: readonly Element[]): { headers: string[]; metas: string[] } {
  const contents = metas.filter(isPolicy).map((meta) => attribute(meta, 'content') ?? '');
  return {
    headers: policiesIn(headerValues(page, 'content-security-policy')),
    metas: policiesIn(contents),
  };
}

/** An element is either a policy or a referrer policy, never both. */
function referrersIn(metas: readonly Element[]): Element[] {
  return metas.filter((meta) => attribute(meta, 'http-equiv') === undefined);
}

/** Repeated headers, joined like in Node.js. */
function joined(page: Page, name: string): string {
  return headerValues(page, name).join(', ').trim();
}

/** The header's value in lower case, truncated like in the Observatory. */
function valueOf(page: Page, name: string, maxLength: number): string {
  return joined(page, name).slice(0, maxLength).trim().toLowerCase();
}

/** Whether the page's HSTS header passes the test, which reduces the penalty for cookies without Secure. */
export function hasLongHsts(page: Page): boolean {
  return hstsModifier(page) >= 0;
}

/** A max-age that is not a number passes; a comma anywhere fails. */
function hstsModifier(page: Page): number {
  if (page.tls?.isVerified !== true) return -20;
  const header = joined(page, 'strict-transport-security').slice(0, 1024);
  if (header.includes(',')) return -20;
  const maxAge = header
    .split(';')
    .map((part) => part.trim().toLowerCase())
    .findLast((part) => part.startsWith('max-age='));
  if (maxAge === undefined) return -20;
  return Number.parseInt(maxAge.slice(8, 128), 10) < SIX_MONTHS_SECONDS ? -10 : 0;
}

function frameOptionsModifier(page: Page, hasFrameAncestors: boolean): number {
  if (hasFrameAncestors) return 5;
  const option = valueOf(page, 'x-frame-options', 1024);
  if (option === 'deny' || option === 'sameorigin') return 5;
  return option.startsWith('allow-from') ? 0 : -20;
}

/** Unlike other headers, these are case-sensitive, and a repeated one is invalid. */
function tokenModifier(page: Page, name: string, modifiers: ReadonlyMap<string, number>): number {
  const [value = '', ...others] = headerValues(page, name);
  if (others.length > 0) return INVALID;
  if (value.trim() === '') return 0;
  return modifiers.get(tokenOf(value.trim().slice(0, 1024).trim()) ?? '') ?? INVALID;
}
