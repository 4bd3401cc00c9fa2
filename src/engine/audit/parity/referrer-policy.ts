import { attribute, type Element, elementsNamed } from '../dom/dom.js';
import { headerValues, type Page } from '../page.js';

const PRIVATE = new Set(['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']);
const LEAKING = new Set(['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade']);

/** The effective policy: the last known one of all headers and then of the last `meta name=referrer`.
 *  @param metas candidate elements
 *  @see https://www.w3.org/TR/referrer-policy/#parse-referrer-policy-from-header */
export function referrerPolicyOf(
  page: Page,
  metas: readonly Element[] = elementsNamed(page.dom, 'meta'),
): {
  readonly kind: 'absent' | 'private' | 'leaking' | 'unknown';
  readonly policy: string | null;
  /** The meta element that sets the policy; null if headers alone do. */
  readonly element: Element | null;
} {
  const headers = headerValues(page, 'referrer-policy');
  const meta = metas
    .filter((element) => attribute(element, 'name')?.trim().toLowerCase() === 'referrer')
    .findLast((element) => (attribute(element, 'content') ?? '') !== '');
  const element = meta ?? null;
  const values = element ? [...headers, attribute(element, 'content') ?? ''] : headers;
  if (values.length === 0) return { kind: 'absent', policy: null, element };
  const known = values
    .flatMap((value) => value.split(','))
    .map((token) => token.trim().toLowerCase())
    .findLast((token) => PRIVATE.has(token) || LEAKING.has(token));
  if (known === undefined) return { kind: 'unknown', policy: values.join(', '), element };
  return { kind: PRIVATE.has(known) ? 'private' : 'leaking', policy: known, element };
}
