import { audit } from '../../engine/audit/audit.js';
import { aPage } from '../../engine/audit/example-page.js';
import { type PageSource } from '../../engine/audit/page.js';
import { DEFAULT_BANDS, resultOf, scoreOf } from '../../engine/audit/score.js';
import { type Grade } from '../../engine/grading/grade.js';
import { type AuditedPage, type FormatOptions } from './audited-page.js';

export const OPTIONS: FormatOptions = {
  publicUrl: null,
  hasColors: false,
  whyNoBrowser: null,
  resultOf: (score) => resultOf(score, DEFAULT_BANDS),
  warnings: 'pass',
};

export function gradeOf(source: Partial<PageSource> & { readonly html: string }): Grade {
  const checks = audit(aPage(source));
  return {
    ...scoreOf(checks),
    result: 'bad',
    error: null,
    checks,
    parity: null,
    outline: null,
    retryAfter: null,
    facts: {} as Grade['facts'],
    finalUrl: source.url ?? 'https://example.com/',
    rulesetVersion: '',
    rendered: null,
    screenshots: { viewport: null, full: null },
    asOf: new Date(0),
    generatedAt: new Date(0),
  };
}

/** A page that was loaded, with the findings of its document. */
export function auditedPage(source: Partial<PageSource> & { readonly html: string }): AuditedPage {
  return {
    url: source.url ?? 'https://example.com/',
    grade: gradeOf(source),
    fault: null,
    renderFault: null,
  };
}
