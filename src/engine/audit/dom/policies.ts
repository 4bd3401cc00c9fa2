import { headerValues, type Page } from '../page.js';
import { attribute, type Element, elementsNamed, isInHead } from './dom.js';
import { once } from './once.js';

/** Limits that only hostile pages exceed. */
const MAX_POLICIES = 100;
const MAX_POLICY_CHARACTERS = 65_536;

/** `meta` elements with a nonempty Content-Security-Policy. Browsers ignore those outside the head.
 *  @see https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-security-policy */
export const metaPolicies = once((page: Page): readonly Element[] =>
  elementsNamed(page.dom, 'meta').filter((meta) => isInHead(page.dom, meta) && isPolicy(meta)),
);

/** Those that browsers ignore. */
export function policiesOutsideHead(page: Page): readonly Element[] {
  return elementsNamed(page.dom, 'meta').filter((meta) => !isInHead(page.dom, meta) && isPolicy(meta));
}

/** Whether a `meta` element has a nonempty Content-Security-Policy. */
export function isPolicy(meta: Element): boolean {
  return (
    attribute(meta, 'http-equiv')?.trim().toLowerCase() === 'content-security-policy' &&
    (attribute(meta, 'content') ?? '') !== ''
  );
}

/** Policies of headers and elements, each of which may have several. */
export function policyTexts(page: Page): { headers: string[]; metas: string[] } {
  return {
    headers: policiesIn(headerValues(page, 'content-security-policy')),
    metas: policiesIn(metaPolicies(page).map(contentOf)),
  };
}

/** Elements whose http URLs browsers load as they are: none if a header has `upgrade-insecure-requests`, those before the
 *  first `meta` of the head that has it, else all.
 *  @see https://www.w3.org/TR/upgrade-insecure-requests/ */
export function elementsNotUpgraded(page: Page): readonly Element[] {
  const { elements } = page.dom;
  const upgrade = upgradeOf(page);
  if (upgrade === null) return elements;
  return upgrade === 'header' ? [] : elements.slice(0, elements.indexOf(upgrade));
}

/** Whether browsers submit forms to https instead of http. */
export function upgradesForms(page: Page): boolean {
  return upgradeOf(page) !== null;
}

/** Where `upgrade-insecure-requests` is enforced. */
const upgradeOf = once((page: Page): 'header' | Element | null => {
  if (policiesIn(headerValues(page, 'content-security-policy')).some(hasUpgrade)) return 'header';
  const metas = metaPolicies(page).slice(0, MAX_POLICIES);
  return metas.find((meta) => hasUpgrade(contentOf(meta))) ?? null;
});

/** Whether one of comma-separated policies has the directive; browsers ignore its value. */
function hasUpgrade(policies: string): boolean {
  return /(^|[;,])\s*upgrade-insecure-requests([\s;,]|$)/i.test(policies);
}

/** Splits comma-separated lists of policies, including empty ones. */
export function policiesIn(lists: readonly string[]): string[] {
  return firstPolicies(lists.slice(0, MAX_POLICIES).flatMap(splitList));
}

/** Truncates policies to the limits. */
export function firstPolicies(policies: readonly string[]): string[] {
  let room = MAX_POLICY_CHARACTERS;
  return policies.slice(0, MAX_POLICIES).flatMap((policy) => {
    const text = policy.slice(0, room);
    room -= text.length;
    return text === '' && policy !== '' ? [] : [text];
  });
}

function contentOf(meta: Element): string {
  return attribute(meta, 'content') ?? '';
}

function splitList(value: string): string[] {
  return value.slice(0, MAX_POLICY_CHARACTERS).split(',');
}
