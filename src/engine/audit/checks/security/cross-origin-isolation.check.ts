import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';
import { listed, quoted, quotedList } from '../../quoted.js';
import { tokenOf } from '../../structured-field.js';

/** Display names of the headers. */
const HEADERS = {
  cross_origin_opener_policy: 'Cross-Origin-Opener-Policy',
  cross_origin_embedder_policy: 'Cross-Origin-Embedder-Policy',
  cross_origin_resource_policy: 'Cross-Origin-Resource-Policy',
} as const;
type PolicyName = keyof typeof HEADERS;
const NAMES = Object.keys(HEADERS) as PolicyName[];
const MAX_CHARACTERS = 200;

/** @see https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 *  @see https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header */
const VALUES: Readonly<Record<PolicyName, ReadonlySet<string>>> = {
  cross_origin_opener_policy: new Set([
    'unsafe-none',
    'same-origin',
    'same-origin-allow-popups',
    'noopener-allow-popups',
  ]),
  cross_origin_embedder_policy: new Set(['unsafe-none', 'require-corp', 'credentialless']),
  cross_origin_resource_policy: new Set(['same-origin', 'same-site', 'cross-origin']),
};

export const crossOriginIsolation = documentCheck({
  id: 'cross_origin_isolation',
  name: 'Cross-origin isolation',
  category: 'security',
  importance: 'low',
  what: 'The headers that isolate the page from other sites (COOP, COEP, CORP) are valid, if present.',
  why: 'Browsers ignore an invalid header, which leaves the page less protected than intended.',
  fix: 'Send one valid value per header, such as "Cross-Origin-Opener-Policy: same-origin".',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Cross-Origin-Opener-Policy',
  method: 'exact',
  value: {
    cross_origin_opener_policy: 'text?',
    cross_origin_embedder_policy: 'text?',
    cross_origin_resource_policy: 'text?',
    invalid_headers: 'texts',
  },
  messages: {
    pass: (value) => {
      const lines = NAMES.flatMap((name) =>
        value[name] === null ? [] : [`${HEADERS[name]}: ${value[name]}`],
      );
      if (lines.length === 0) return `The page sends none of the headers ${listed(Object.values(HEADERS))}.`;
      return `The page sends ${quotedList(lines)}.`;
    },
    invalid: ({ invalid_headers }) => {
      const [first = ''] = invalid_headers;
      return invalid_headers.length === 1
        ? `Browsers ignore the invalid header ${quoted(first)}.`
        : `Browsers ignore ${counted(invalid_headers.length, 'invalid header')} (${quotedList(invalid_headers)}).`;
    },
  },
  examples: {
    passes: { html: '', headers: [['cross-origin-opener-policy', 'same-origin']] },
    fails: { html: '', headers: [['cross-origin-opener-policy', 'yes']] },
  },
  run(page) {
    const sent = NAMES.map((name) => ({ name, values: headerValues(page, HEADERS[name].toLowerCase()) }));
    const invalid = sent.filter(({ name, values }) => values.length > 0 && !isValid(name, values));
    const lines = invalid.map(({ name, values }) => `${HEADERS[name]}: ${values.join(', ')}`);
    const [opener, embedder, resource] = sent.map(
      ({ values }) => values.join(', ').slice(0, MAX_CHARACTERS) || null,
    );
    const value = {
      cross_origin_opener_policy: opener ?? null,
      cross_origin_embedder_policy: embedder ?? null,
      cross_origin_resource_policy: resource ?? null,
      invalid_headers: lines.map((line) => line.slice(0, MAX_CHARACTERS)),
    };
    return invalid.length === 0
      ? pass(value)
      : fail('invalid', { value, evidence: lines.map((line) => textEvidence(line)) });
  },
});

/** All are case-sensitive. The opener and embedder policies are structured fields, which a second header invalidates.
 *  @see https://html.spec.whatwg.org/multipage/browsers.html#obtain-coop
 *  @see https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header */
function isValid(name: PolicyName, [value = '', ...others]: readonly string[]): boolean {
  const policy = name === 'cross_origin_resource_policy' ? value.trim() : tokenOf(value.trim());
  return others.length === 0 && VALUES[name].has(policy ?? '');
}
