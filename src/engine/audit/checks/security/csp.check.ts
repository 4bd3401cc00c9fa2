import { Severity } from 'csp_evaluator/dist/finding.js';
import { documentCheck, fail, pass, type Place } from '../../check.js';
import { type Evidence, textEvidence } from '../../dom/evidence.js';
import { headerValues, type Page } from '../../page.js';
import { metaPolicies, policiesOutsideHead, policyTexts } from '../../dom/policies.js';
import { weaknessesOf } from '../../parity/csp-evaluation.js';
import { type CspPass, gradeCsp } from '../../parity/csp-grade.js';

const MAX_POLICIES = 20;

/** What a passing policy restricts, by the Observatory's result. */
const PASSES: Readonly<Record<CspPass, string>> = {
  no_unsafe_default_none:
    "The Content-Security-Policy allows nothing by default (default-src 'none') and restricts the sources of scripts, plug-ins and styles.",
  no_unsafe: 'The Content-Security-Policy restricts the sources of scripts, plug-ins and styles.',
  unsafe_inline_style:
    'The Content-Security-Policy restricts the sources of scripts and plug-ins, but allows inline styles or styles from any site.',
  repeated_reporting:
    'The Content-Security-Policy restricts the sources of scripts and plug-ins; it repeats report-uri or report-to, which is harmless.',
};

export const csp = documentCheck({
  id: 'csp',
  name: 'Content-Security-Policy',
  category: 'security',
  importance: 'medium',
  what: 'A Content-Security-Policy restricts the sources of scripts and plug-ins.',
  why: 'It is the last line of defense if an attacker injects markup into the page.',
  fix: "Send a Content-Security-Policy such as \"default-src 'self'; object-src 'none'; base-uri 'none'\", without 'unsafe-inline' and without sources as broad as https:.",
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP',
  method: 'exact',
  value: { observatory_result: 'text', observatory_modifier: 'integer' },
  messages: {
    pass: ({ observatory_result: result }) =>
      isPass(result)
        ? PASSES[result]
        : 'The Content-Security-Policy restricts the sources of scripts and plug-ins.',
    missing: (_value, { places }) =>
      places === 0
        ? 'The page has no Content-Security-Policy.'
        : 'The Content-Security-Policy has no directive that takes effect.',
    outside_head:
      'The Content-Security-Policy is in a meta element outside the head, where browsers ignore it.',
    invalid:
      "The Content-Security-Policy is malformed: a policy is too short, has an invalid percent-encoding, or has 'strict-dynamic' without a nonce or hash.",
    unsafe_inline:
      'The Content-Security-Policy does not stop injected scripts: it allows inline scripts, data: URLs, or scripts or plug-ins from any site.',
    insecure_scheme:
      'The Content-Security-Policy of this https page has unencrypted http: or ftp: sources in a directive other than img-src and media-src.',
    unsafe_eval: "The Content-Security-Policy allows 'unsafe-eval', so scripts can run text as code.",
    insecure_scheme_passive:
      'The Content-Security-Policy of this https page allows images, audio or video from unencrypted http: or ftp: sources.',
  },
  examples: {
    passes: { html: '', headers: [['content-security-policy', "default-src 'self'"]] },
    fails: { html: '', headers: [['content-security-policy', "script-src 'unsafe-inline'"]] },
  },
  run(page) {
    const { headers, metas } = policyTexts(page);
    const { result, modifier } = gradeCsp({
      ...gradedPolicies(headers, metas),
      isHttps: page.url.startsWith('https:'),
    });
    const value = { observatory_result: result, observatory_modifier: modifier };
    if (isPass(result)) return pass(value);
    const ignored = policiesOutsideHead(page);
    if (headers.length + metas.length === 0 && ignored.length > 0)
      return fail('outside_head', { value, evidence: ignored });
    const policies = [...headers, ...metas].slice(0, MAX_POLICIES);
    return fail(result, { value, evidence: [...sourcesOf(page), ...bypassesOf(policies)] });
  },
});

/** The policies in an order in which the Observatory judges them as browsers do. It takes what only a later one restricts
 *  for forbidden, so those that restrict scripts come first; and those without sources, such as a host's
 *  upgrade-insecure-requests, don't count beside others. */
function gradedPolicies(headers: readonly string[], metas: readonly string[]) {
  const withSources = [...headers, ...metas].filter((policy) =>
    /(^|;)\s*[a-z]+-src[\s;]/i.test(`${policy};`),
  );
  if (withSources.length === 0)
    return { headers: headers.map(withoutRepeats), metas: metas.map(withoutRepeats) };
  const restrictsScripts = (policy: string) => /(^|;)\s*(default|script)-src[\s;]/i.test(`${policy};`);
  const [first, then] = [
    withSources.filter(restrictsScripts),
    withSources.filter((policy) => !restrictsScripts(policy)),
  ];
  return { headers: [...first, ...then].map(withoutRepeats), metas: [] };
}

/** Directives whose sources are loaded by no page: who may frame it, and where reports go. */
const LOADS_NOTHING = new Set(['frame-ancestors', 'report-uri']);
const PLAIN_SOURCE = /\s(http|ftp):\S*/gi;
/** Browsers trust their own machine without encryption.
 *  @see https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy */
const OWN_MACHINE = /\shttp:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[\s:/]|$)\S*/gi;

/** Without sources of plain http that endanger nothing. */
function withoutHarmless(directive: string): string {
  const name = /^\s*(\S*)/.exec(directive)?.[1]?.toLowerCase() ?? '';
  return directive.replace(LOADS_NOTHING.has(name) ? PLAIN_SOURCE : OWN_MACHINE, '');
}

/** Drops directives that repeat an earlier one, as browsers do. The Observatory rejects the policy instead, except for
 *  reporting.
 *  @see https://www.w3.org/TR/CSP3/#parse-serialized-policy */
function withoutRepeats(policy: string): string {
  const known = new Set<string>();
  const kept = policy.split(';').filter((directive) => {
    const name = /^\s*(\S*)/.exec(directive)?.[1]?.toLowerCase() ?? '';
    const isRepeated = known.has(name) && name !== '' && name !== 'report-uri' && name !== 'report-to';
    known.add(name);
    return !isRepeated;
  });
  return kept.map(withoutHarmless).join(';');
}

function isPass(result: string): result is CspPass {
  return Object.hasOwn(PASSES, result);
}

function sourcesOf(page: Page): Place[] {
  const headers = headerValues(page, 'content-security-policy');
  return [
    ...headers.map((value) => textEvidence(`Content-Security-Policy: ${value}`)),
    ...metaPolicies(page),
  ];
}

/** Known bypasses of each policy, according to Google's evaluator. */
function bypassesOf(policies: readonly string[]): Evidence[] {
  return weaknessesOf(policies)
    .filter((finding) => finding.severity === Severity.HIGH)
    .map((finding) =>
      textEvidence([finding.directive, finding.value, finding.description].filter(Boolean).join(': ')),
    );
}
