import { attribute, type Element, elementsNamed } from '../dom/dom.js';
import { headerValues, type Page } from '../page.js';

const PRIVATE = new Set(['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']);
const LEAKING = new Set(['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade']);

/** Older names that a meta element may use, but not a header.
 *  @see https://html.spec.whatwg.org/multipage/semantics.html#meta-referrer */
const LEGACY = new Map([
  ['never', 'no-referrer'],
  ['default', 'strict-origin-when-cross-origin'],
  ['always', 'unsafe-url'],
  ['origin-when-crossorigin', 'origin-when-cross-origin'],
]);

/** The effective policy: the last known one of all headers and then of the last `meta name=referrer`.
 *  @param seen elements that the Observatory sees, which doesn't know legacy names; absent: as in browsers
 *  @see https://www.w3.org/TR/referrer-policy/#parse-referrer-policy-from-header */
export function referrerPolicyOf(
  page: Page,
  seen?: readonly Element[],
): {
  readonly kind: 'absent' | 'private' | 'leaking' | 'unknown';
  readonly policy: string | null;
  /** The meta element that sets the policy; null if headers alone do. */
  readonly element: Element | null;
} {
  const headers = headerValues(page, 'referrer-policy');
  const meta = (seen ?? elementsNamed(page.dom, 'meta'))
    .filter((element) => attribute(element, 'name')?.trim().toLowerCase() === 'referrer')
    .findLast((element) => (attribute(element, 'content') ?? '') !== '');
  const element = meta ?? null;
  const content = (element && attribute(element, 'content')) ?? '';
  const modern = seen ? undefined : LEGACY.get(content.trim().toLowerCase());
  const values = element ? [...headers, modern ?? content] : headers;
  if (values.length === 0) return { kind: 'absent', policy: null, element };
  const known = values
    .flatMap((value) => value.split(','))
    .map((token) => token.trim().toLowerCase())
    .findLast((token) => PRIVATE.has(token) || LEAKING.has(token));
  if (known === undefined) return { kind: 'unknown', policy: values.join(', '), element };
  return { kind: PRIVATE.has(known) ? 'private' : 'leaking', policy: known, element };
}
