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
} {
  const headers = headerValues(page, 'referrer-policy');
  const meta = metas
    .filter((element) => attribute(element, 'name')?.trim().toLowerCase() === 'referrer')
    .map((element) => attribute(element, 'content') ?? '')
    .findLast((content) => content !== '');
  const values = meta === undefined ? headers : [...headers, meta];
  if (values.length === 0) return { kind: 'absent', policy: null };
  const known = values
    .flatMap((value) => value.split(','))
    .map((token) => token.trim().toLowerCase())
    .findLast((token) => PRIVATE.has(token) || LEAKING.has(token));
  if (known === undefined) return { kind: 'unknown', policy: values.join(', ') };
  return { kind: PRIVATE.has(known) ? 'private' : 'leaking', policy: known };
}
