import { documentCheck, fail, pass } from '../../check.js';
import { attribute, type Element, elementsNamed } from '../../dom/dom.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues, type Page } from '../../page.js';
import { kindOfReferrerPolicy } from '../../parity/referrer-policy.js';
import { quoted } from '../../quoted.js';

/** Leaking policies that send whole URLs to other sites. */
const FULL_URL = new Set(['unsafe-url', 'no-referrer-when-downgrade']);

/** Older names that a meta element may use, but not a header.
 *  @see https://html.spec.whatwg.org/multipage/semantics.html#meta-referrer */
const LEGACY = new Map([
  ['never', 'no-referrer'],
  ['default', 'strict-origin-when-cross-origin'],
  ['always', 'unsafe-url'],
  ['origin-when-crossorigin', 'origin-when-cross-origin'],
]);

export const referrerPolicy = documentCheck({
  id: 'referrer_policy',
  name: 'Referrer-Policy',
  category: 'security',
  importance: 'low',
  what: 'The referrer policy, if any, sends no more than the origin to other sites.',
  why: 'Full URLs can contain names, search terms and keys. Without a policy, browsers send only the origin.',
  fix: 'Send "Referrer-Policy: strict-origin-when-cross-origin" or a stricter policy.',
  source: 'https://www.w3.org/TR/referrer-policy/',
  method: 'exact',
  value: { policy: 'text?' },
  messages: {
    pass: ({ policy }) =>
      policy === null
        ? 'The page has no referrer policy, so browsers send only the origin to other sites.'
        : `The referrer policy is ${quoted(policy)}, which sends no more than the origin to other sites.`,
    leaking: ({ policy }) =>
      FULL_URL.has(policy ?? '')
        ? `The referrer policy is ${quoted(policy ?? '')}, which sends the full URL of the page to other sites.`
        : `The referrer policy is ${quoted(policy ?? '')}, which sends the origin even over unencrypted http.`,
    unknown: ({ policy }) =>
      `Browsers do not know the referrer policy ${quoted(policy ?? '')} and ignore it.`,
  },
  examples: {
    passes: { html: '', headers: [['referrer-policy', 'no-referrer']] },
    fails: { html: '', headers: [['referrer-policy', 'unsafe-url']] },
  },
  run(page) {
    const named = namedPolicies(page);
    const effective = named.findLast(({ policy }) => kindOfReferrerPolicy(policy) !== null);
    const policy = effective?.policy ?? (named.map((other) => other.policy).join(', ') || null);
    const kind = kindOfReferrerPolicy(policy ?? '');
    const value = { policy };
    if (policy === null || kind === 'private') return pass(value);
    const { element = null } = effective ?? named.at(-1) ?? {};
    return fail(kind ?? 'unknown', {
      value,
      evidence: [element ?? textEvidence(`Referrer-Policy: ${policy}`)],
    });
  },
});

interface NamedPolicy {
  /** In lower case; browsers may not know it. */
  readonly policy: string;
  /** null: a header names it. */
  readonly element: Element | null;
}

/** All policies in the order in which they override each other.
 *  @see https://www.w3.org/TR/referrer-policy/#parse-referrer-policy-from-header */
function namedPolicies(page: Page): NamedPolicy[] {
  const headers = headerValues(page, 'referrer-policy').flatMap((value) => value.split(','));
  const metas = elementsNamed(page.dom, 'meta').filter(
    (element) => attribute(element, 'name')?.trim().toLowerCase() === 'referrer',
  );
  return [
    ...headers.map((token) => ({ policy: token.trim().toLowerCase(), element: null })),
    ...metas.map((element) => {
      const content = (attribute(element, 'content') ?? '').trim().toLowerCase();
      return { policy: LEGACY.get(content) ?? content, element };
    }),
  ].filter(({ policy }) => policy !== '');
}
