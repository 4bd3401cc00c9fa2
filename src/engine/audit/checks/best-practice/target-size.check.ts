import { documentCheck } from '../../check.js';
import { LAYOUT_VALUE, layoutVerdict } from '../../layout-verdicts.js';

const RULE = 'target-size';

export const targetSize = documentCheck({
  id: 'target_size',
  name: 'Size of touch targets',
  category: 'best_practice',
  importance: 'info',
  what: 'Links and buttons are at least 24 by 24 CSS pixels in size, or far enough from each other.',
  why: 'Fingers miss small targets, or hit their neighbors.',
  fix: 'Make links and buttons larger with padding, or leave more space between them.',
  source: 'https://dequeuniversity.com/rules/axe/4.11/target-size',
  method: 'exact',
  value: LAYOUT_VALUE,
  messages: {
    pass: ({ elements }) =>
      elements === 1
        ? 'The only touch target is large enough.'
        : `All ${elements.toLocaleString('en')} touch targets are large enough.`,
    too_small: ({ elements, failing }) =>
      elements === 1
        ? 'The only touch target is too small.'
        : `${failing.toLocaleString('en')} of ${elements.toLocaleString('en')} touch targets ${failing === 1 ? 'is' : 'are'} too small or too close to another one.`,
    not_rendered: 'Only a browser can measure this, and the page was not rendered.',
    nothing_to_measure: 'The page has no touch targets to measure.',
  },
  examples: {
    passes: {
      html: '<button>Buy</button>',
      layout: { [RULE]: { passed: 3, failed: 0, unsure: 0, places: [] } },
    },
    fails: {
      html: '<button style="font-size:8px">Buy</button>',
      layout: {
        [RULE]: {
          passed: 2,
          failed: 1,
          unsure: 0,
          places: [{ selector: 'button', excerpt: '<button style="font-size:8px">' }],
        },
      },
    },
  },
  run: (page) => layoutVerdict(page, RULE, 'too_small'),
});
