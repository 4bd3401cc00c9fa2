import { judgeNames, type NameRuleId } from '../../axe/rules.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';

const RULES: readonly NameRuleId[] = [
  'button-name',
  'link-name',
  'frame-title',
  'input-image-alt',
  'input-button-name',
  'object-alt',
];

export const names = documentCheck({
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
  value: { elements: 'integer', nameless: 'integer', rules: 'texts' },
  messages: {
    pass: ({ elements }) =>
      elements === 1
        ? 'The only button, link, frame or object has an accessible name.'
        : `All ${elements.toLocaleString('en')} buttons, links, frames and objects have an accessible name.`,
    nameless: ({ elements, nameless }) =>
      elements === 1
        ? 'The only button, link, frame or object has no accessible name.'
        : `${nameless.toLocaleString('en')} of ${elements.toLocaleString('en')} buttons, links, frames and objects ${nameless === 1 ? 'has' : 'have'} no accessible name.`,
    nothing_to_name: 'The page has no buttons, links, frames or objects that need a name.',
  },
  examples: {
    passes: { html: '<button>Search</button>' },
    fails: { html: '<button><svg></svg></button>' },
  },
  run({ dom }) {
    const results = RULES.map((rule) => ({ rule, ...judgeNames(dom, rule) }));
    const judged = results.reduce((count, result) => count + result.judged.length, 0);
    if (judged === 0) return notApplicable('nothing_to_name');
    const broken = results.filter(({ violations }) => violations.length > 0);
    const evidence = broken.flatMap(({ violations }) => violations);
    const value = { elements: judged, nameless: evidence.length, rules: broken.map(({ rule }) => rule) };
    return broken.length === 0 ? pass(value) : fail('nameless', { value, evidence });
  },
});
