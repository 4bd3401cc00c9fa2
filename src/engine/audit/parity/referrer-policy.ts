import { attribute, type Element } from '../dom/dom.js';
import { headerValues, type Page } from '../page.js';

const PRIVATE = new Set(['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']);
const LEAKING = new Set(['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade']);

/** null: not a policy.
 *  @param policy in lower case
 *  @see https://www.w3.org/TR/referrer-policy/#referrer-policies */
export function kindOfReferrerPolicy(policy: string): 'private' | 'leaking' | null {
  if (PRIVATE.has(policy)) return 'private';
  return LEAKING.has(policy) ? 'leaking' : null;
}

/** Grades the last known policy of all headers and then of the last `meta name=referrer`.
 *  @param seen elements that the Observatory sees */
export function gradeReferrerPolicy(
  page: Page,
  seen: readonly Element[],
): 'absent' | 'private' | 'leaking' | 'unknown' {
  const meta = seen
    .filter((element) => attribute(element, 'name')?.trim().toLowerCase() === 'referrer')
    .findLast((element) => (attribute(element, 'content') ?? '') !== '');
  const headers = headerValues(page, 'referrer-policy');
  const values = meta ? [...headers, attribute(meta, 'content') ?? ''] : headers;
  if (values.length === 0) return 'absent';
  const kinds = values
    .flatMap((value) => value.split(','))
    .map((token) => kindOfReferrerPolicy(token.trim().toLowerCase()));
  return kinds.findLast((kind) => kind !== null) ?? 'unknown';
}
