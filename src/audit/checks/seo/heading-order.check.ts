import { judgeHeadingOrder, levelOf } from '../../axe/rules.js';
import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';

export const headingOrder: DocumentCheck = {
  id: 'heading_order',
  name: 'Order of headings',
  category: 'seo',
  importance: 'low',
  what: 'No heading skips a level on the way down: below an h2 comes an h3, not an h4.',
  why: 'Screen reader users move by headings; a gap makes them look for what is missing.',
  fix: 'Choose levels by structure, and sizes by style.',
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
