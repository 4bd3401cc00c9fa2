import { judgeHeadingOrder, levelOf } from '../../axe/rules.js';
import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';

export const headingOrder: DocumentCheck = {
  id: 'heading_order',
  name: 'Heading order',
  category: 'seo',
  importance: 'low',
  what: 'No heading skips a level: an h2 is followed by an h3, not by an h4.',
  why: 'Screen reader users navigate by headings; a gap makes them look for something that is missing.',
  fix: 'Choose heading levels by structure, and sizes with CSS.',
  source: 'https://dequeuniversity.com/rules/axe/4.10/heading-order',
  method: 'exact',
  restsOnStyle: true,
  examples: {
    passes: { html: '<h1>a</h1><h2>b</h2><h3>c</h3><h2>d</h2>' },
    fails: { html: '<h1>a</h1><h3>b</h3>' },
  },
  run({ dom }) {
    const { judged, violations } = judgeHeadingOrder(dom);
    if (judged.length === 0) return notApplicable('no_headings');
    const value = judged.slice(0, 100).map((heading) => `h${String(levelOf(heading))}`);
    return violations.length === 0 ? pass(value) : fail('skipped_level', { value, evidence: violations });
  },
};
