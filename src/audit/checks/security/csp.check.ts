import { Severity } from 'csp_evaluator/dist/finding.js';
import { type DocumentCheck, fail, pass, type Place } from '../../check.js';
import { type Evidence, textEvidence } from '../../dom/evidence.js';
import { headerValues, type Page } from '../../page.js';
import { metaPolicies, policyTexts } from '../../dom/policies.js';
import { weaknessesOf } from '../../parity/csp-evaluation.js';
import { gradeCsp } from '../../parity/csp-grade.js';

const MAX_POLICIES = 20;

export const csp: DocumentCheck = {
  id: 'csp',
  name: 'Content-Security-Policy',
  category: 'security',
  importance: 'medium',
  what: 'A Content-Security-Policy restricts the sources of scripts and plug-ins.',
  why: 'It is the last line of defense if an attacker injects markup into the page.',
  fix: "Send a Content-Security-Policy such as \"default-src 'self'; object-src 'none'; base-uri 'none'\", without 'unsafe-inline' and without sources as broad as https:.",
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP',
  method: 'exact',
  examples: {
    passes: { html: '', headers: [['content-security-policy', "default-src 'self'"]] },
    fails: { html: '', headers: [['content-security-policy', "script-src 'unsafe-inline'"]] },
  },
  run(page) {
    const { headers, metas } = policyTexts(page);
    const { result, modifier } = gradeCsp({ headers, metas, isHttps: page.url.startsWith('https:') });
    const value = { observatory_result: result, observatory_modifier: modifier };
    if (modifier >= 0) return pass(value);
    const policies = [...headers, ...metas].slice(0, MAX_POLICIES);
    return fail(result, { value, evidence: [...sourcesOf(page), ...bypassesOf(policies)] });
  },
};

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
