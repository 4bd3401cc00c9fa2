import { headerValues, type Page } from '../page.js';
import { attribute, type Element, elementsNamed } from './dom.js';

/** `meta` elements that carry a Content-Security-Policy, wherever they stand; empty ones carry none. */
export function metaPolicies(page: Page): Element[] {
  return elementsNamed(page.dom, 'meta').filter(
    (meta) =>
      attribute(meta, 'http-equiv')?.trim().toLowerCase() === 'content-security-policy' &&
      (attribute(meta, 'content') ?? '') !== '',
  );
}

/** Texts of all policies: one header or element may hold several. */
export function policyTexts(page: Page): { headers: string[]; metas: string[] } {
  return {
    headers: headerValues(page, 'content-security-policy').flatMap((value) => value.split(',')),
    metas: metaPolicies(page).flatMap((meta) => (attribute(meta, 'content') ?? '').split(',')),
  };
}
