import { counted } from '../../../../basics/quantities.js';
import { judgeHeadingOrder, levelOf } from '../../axe/rules.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { withText } from '../../dom/evidence.js';
import { listed } from '../../quoted.js';

export const headingOrder = documentCheck({
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
  restsOnContent: true,
  value: { headings: 'integer', levels: 'texts', skips: 'texts' },
  messages: {
    pass: ({ headings }) => `The page has ${counted(headings, 'heading')} and no skipped heading level.`,
    skipped_level: ({ headings, skips }, { places }) =>
      `${places.toLocaleString('en')} of ${counted(headings, 'heading')} ${places === 1 ? 'skips' : 'skip'} a level (${listed(skips)}).`,
    no_headings: 'The page has no headings, or only hidden ones.',
  },
  examples: {
    passes: { html: '<h1>a</h1><h2>b</h2><h3>c</h3><h2>d</h2>' },
    fails: { html: '<h1>a</h1><h3>b</h3>' },
  },
  run({ dom }) {
    const { judged, violations } = judgeHeadingOrder(dom);
    if (judged.length === 0) return notApplicable('no_headings');
    const levels = judged.map((heading) => `h${String(levelOf(heading))}`);
    const skipping = new Set(violations);
    const skips = judged.flatMap((heading, index) =>
      skipping.has(heading) ? [`${levels[index - 1] ?? ''} to ${levels[index] ?? ''}`] : [],
    );
    const value = { headings: judged.length, levels, skips: [...new Set(skips)] };
    if (violations.length === 0) return pass(value);
    return fail('skipped_level', { value, evidence: violations.map(withText) });
  },
});
