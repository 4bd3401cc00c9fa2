import { type DocumentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';
import { tokenOf } from '../../structured-field.js';

/** @see https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 *  @see https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header */
const VALUES: Readonly<Record<string, ReadonlySet<string>>> = {
  'cross-origin-opener-policy': new Set([
    'unsafe-none',
    'same-origin',
    'same-origin-allow-popups',
    'noopener-allow-popups',
  ]),
  'cross-origin-embedder-policy': new Set(['unsafe-none', 'require-corp', 'credentialless']),
  'cross-origin-resource-policy': new Set(['same-origin', 'same-site', 'cross-origin']),
};

export const crossOriginIsolation: DocumentCheck = {
  id: 'cross_origin_isolation',
  name: 'Cross-origin isolation',
  category: 'security',
  importance: 'low',
  what: 'The headers that isolate the page from other sites (COOP, COEP, CORP) are valid, if present.',
  why: 'Browsers ignore an invalid header, which leaves the page less protected than intended.',
  fix: 'Send one valid value per header, such as "Cross-Origin-Opener-Policy: same-origin".',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Cross-Origin-Opener-Policy',
  method: 'exact',
  examples: {
    passes: { html: '', headers: [['cross-origin-opener-policy', 'same-origin']] },
    fails: { html: '', headers: [['cross-origin-opener-policy', 'yes']] },
  },
  run(page) {
    const sent = Object.keys(VALUES).map((name) => ({ name, values: headerValues(page, name) }));
    const invalid = sent.filter(({ name, values }) => values.length > 0 && !isValid(name, values));
    const value = Object.fromEntries(
      sent.map(({ name, values }) => [name, values.join(', ').slice(0, 200) || null]),
    );
    const evidence = invalid.map(({ name, values }) => textEvidence(`${name}: ${values.join(', ')}`));
    return invalid.length === 0 ? pass(value) : fail('invalid', { value, evidence });
  },
};

/** The opener and embedder policies are structured fields: case-sensitive tokens, which a second header invalidates.
 *  @see https://html.spec.whatwg.org/multipage/browsers.html#obtain-coop */
function isValid(name: string, [value = '', ...others]: readonly string[]): boolean {
  const policy = name.endsWith('resource-policy') ? value.trim().toLowerCase() : tokenOf(value.trim());
  return others.length === 0 && VALUES[name]?.has(policy ?? '') === true;
}
