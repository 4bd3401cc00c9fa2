import { judgeNames, type NameRuleId } from '../../axe/rules.js';
import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';

const RULES: readonly NameRuleId[] = [
  'button-name',
  'link-name',
  'frame-title',
  'input-image-alt',
  'input-button-name',
  'object-alt',
];

export const names: DocumentCheck = {
  id: 'names',
  name: 'Names of buttons, links and frames',
  category: 'best_practice',
  importance: 'medium',
  what: 'Every button, link, frame, image button and object has an accessible name.',
  why: 'Without a name, screen readers only announce "button" or "link".',
  fix: 'Give buttons and links text or an aria-label, the images in them an alt attribute, and frames a title.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/97a4e1/',
  method: 'exact',
  restsOnStyle: true,
  examples: {
    passes: { html: '<button>Search</button>' },
    fails: { html: '<button><svg></svg></button>' },
  },
  run({ dom }) {
    const results = RULES.map((rule) => ({ rule, ...judgeNames(dom, rule) }));
    const judged = results.reduce((count, result) => count + result.judged.length, 0);
    if (judged === 0) return notApplicable('nothing_to_name');
    const broken = results.filter(({ violations }) => violations.length > 0);
    const value = { elements: judged, rules: broken.map(({ rule }) => rule) };
    if (broken.length === 0) return pass(value);
    return fail('nameless', { value, evidence: broken.flatMap(({ violations }) => violations) });
  },
};
