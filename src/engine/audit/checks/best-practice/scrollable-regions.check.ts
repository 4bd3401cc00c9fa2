import { documentCheck } from '../../check.js';
import { LAYOUT_VALUE, layoutVerdict } from '../../layout-verdicts.js';

const RULE = 'scrollable-region-focusable';

export const scrollableRegions = documentCheck({
  id: 'scrollable_regions',
  name: 'Scrolling by keyboard',
  category: 'best_practice',
  importance: 'info',
  what: 'Every part of the page that scrolls can be reached with the keyboard.',
  why: 'Without a mouse, the content of such a part can not be read to its end.',
  fix: 'Add tabindex="0" to the part that scrolls, or put a link or button into it.',
  source: 'https://dequeuniversity.com/rules/axe/4.11/scrollable-region-focusable',
  method: 'exact',
  value: LAYOUT_VALUE,
  messages: {
    pass: ({ elements }) =>
      elements === 1
        ? 'The only part that scrolls can be reached with the keyboard.'
        : `All ${elements.toLocaleString('en')} parts that scroll can be reached with the keyboard.`,
    unreachable: ({ elements, failing }) =>
      elements === 1
        ? 'The only part that scrolls can not be reached with the keyboard.'
        : `${failing.toLocaleString('en')} of ${elements.toLocaleString('en')} parts that scroll can not be reached with the keyboard.`,
    not_rendered: 'Only a browser can measure this, and the page was not rendered.',
    nothing_to_measure: 'No part of the page scrolls by itself.',
  },
  examples: {
    passes: {
      html: '<div class="list">Shoes</div>',
      layout: { [RULE]: { passed: 3, failed: 0, unsure: 0, places: [] } },
    },
    fails: {
      html: '<div class="list">Shoes</div>',
      layout: {
        [RULE]: {
          passed: 2,
          failed: 1,
          unsure: 0,
          places: [{ selector: 'div', excerpt: '<div class="list">' }],
        },
      },
    },
  },
  run: (page) => layoutVerdict(page, RULE, 'unreachable'),
});
