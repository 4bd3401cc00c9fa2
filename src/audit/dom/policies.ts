import { headerValues, type Page } from '../page.js';
import { attribute, type Element, elementsNamed } from './dom.js';
import { once } from './once.js';

/** No page has more policies, and all headers together hold no more text: only hostile pages lose any. */
const MAX_POLICIES = 100;
const MAX_POLICY_CHARACTERS = 65_536;

/** `meta` elements that carry a Content-Security-Policy, wherever they stand; empty ones carry none. */
export const metaPolicies = once((page: Page): readonly Element[] =>
  elementsNamed(page.dom, 'meta').filter(isPolicy),
);

/** Whether a `meta` element carries a Content-Security-Policy that is not empty. */
export function isPolicy(meta: Element): boolean {
  return (
    attribute(meta, 'http-equiv')?.trim().toLowerCase() === 'content-security-policy' &&
    (attribute(meta, 'content') ?? '') !== ''
  );
}

/** Texts of the policies: one header or element may hold several. */
export function policyTexts(page: Page): { headers: string[]; metas: string[] } {
  return {
    headers: policiesIn(headerValues(page, 'content-security-policy')),
    metas: policiesIn(metaPolicies(page).map(contentOf)),
  };
}

/** The policies of comma-separated lists, empty ones included. */
export function policiesIn(lists: readonly string[]): string[] {
  return firstPolicies(lists.slice(0, MAX_POLICIES).flatMap(splitList));
}

/** As many of the first policies as are read. */
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
