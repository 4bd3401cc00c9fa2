import { documentCheck } from '../../check.js';
import { LAYOUT_VALUE, layoutVerdict } from '../../layout-verdicts.js';

const RULE = 'link-in-text-block';

export const linksInText = documentCheck({
  id: 'links_in_text',
  name: 'Links within text',
  category: 'best_practice',
  importance: 'info',
  what: 'Links within text differ from it by more than their color.',
  why: 'People who see few colors can not find links that only their color sets apart.',
  fix: 'Underline links within text, or give them a contrast of at least 3 to 1 with the text around them.',
  source: 'https://dequeuniversity.com/rules/axe/4.11/link-in-text-block',
  method: 'exact',
  value: LAYOUT_VALUE,
  messages: {
    pass: ({ elements }) =>
      elements === 1
        ? 'The only link within text is distinct.'
        : `All ${elements.toLocaleString('en')} links within text are distinct.`,
    indistinct: ({ elements, failing }) =>
      elements === 1
        ? 'Only its color sets the only link within text apart.'
        : `Only their color sets ${failing.toLocaleString('en')} of ${elements.toLocaleString('en')} links apart from the text around them.`,
    not_rendered: 'Only a browser can measure this, and the page was not rendered.',
    nothing_to_measure: 'The page has no links within text.',
  },
  examples: {
    passes: {
      html: '<p>Buy <a href="/">shoes</a> here',
      layout: { [RULE]: { passed: 3, failed: 0, unsure: 0, places: [] } },
    },
    fails: {
      html: '<p>Buy <a href="/" style="text-decoration:none">shoes</a> here',
      layout: {
        [RULE]: {
          passed: 2,
          failed: 1,
          unsure: 0,
          places: [{ selector: 'p > a', excerpt: '<a href="/" style="text-decoration:none">' }],
        },
      },
    },
  },
  run: (page) => layoutVerdict(page, RULE, 'indistinct'),
});
