import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { type Check, fail, pass, type Place } from '../../check.js';
import { attribute, type Element, elementsNamed } from '../../dom/dom.js';
import { type Evidence, textEvidence } from '../../dom/evidence.js';
import { headerValues, type Page } from '../../page.js';
import { gradeCsp } from './csp-grade.js';

const MAX_POLICIES = 20;

export const csp: Check = {
  id: 'csp',
  category: 'security',
  importance: 'medium',
  what: 'A Content-Security-Policy restricts from where scripts and plug-ins may come.',
  why: 'It is the last line of defence where an attacker gets markup of theirs into the page.',
  fix: "Send a Content-Security-Policy such as \"default-src 'self'; object-src 'none'; base-uri 'none'\", without 'unsafe-inline' and without sources as broad as https:.",
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP',
  method: 'exact',
  examples: {
    passes: { html: '', headers: [['content-security-policy', "default-src 'self'"]] },
    fails: { html: '', headers: [['content-security-policy', "script-src 'unsafe-inline'"]] },
  },
  run(page) {
    const metas = metaPolicies(page);
    const headers = headerValues(page, 'content-security-policy').flatMap((value) => value.split(','));
    const metaTexts = metas.flatMap((meta) => (attribute(meta, 'content') ?? '').split(','));
    const { result, modifier } = gradeCsp({
      headers,
      metas: metaTexts,
      isHttps: page.url.startsWith('https:'),
    });
    const value = { observatory_result: result, observatory_modifier: modifier };
    if (modifier >= 0) return pass(value);
    const policies = [...headers, ...metaTexts].slice(0, MAX_POLICIES);
    return fail(result, { value, evidence: [...sourcesOf(page, metas), ...bypassesOf(policies)] });
  },
};

function metaPolicies(page: Page): Element[] {
  return elementsNamed(page.dom, 'meta').filter(
    (meta) =>
      attribute(meta, 'http-equiv')?.trim().toLowerCase() === 'content-security-policy' &&
      (attribute(meta, 'content') ?? '') !== '',
  );
}

function sourcesOf(page: Page, metas: readonly Element[]): Place[] {
  const headers = headerValues(page, 'content-security-policy');
  return [...headers.map((value) => textEvidence(`Content-Security-Policy: ${value}`)), ...metas];
}

/** Ways around each policy that Google's evaluator knows. */
function bypassesOf(policies: readonly string[]): Evidence[] {
  const findings = policies.flatMap((policy) => new CspEvaluator(new CspParser(policy).csp).evaluate());
  return findings
    .filter((finding) => finding.severity === Severity.HIGH)
    .map((finding) =>
      textEvidence([finding.directive, finding.value, finding.description].filter(Boolean).join(': ')),
    );
}
