import { documentCheck } from '../../check.js';
import { LAYOUT_VALUE, layoutVerdict } from '../../layout-verdicts.js';

const RULE = 'color-contrast';

export const colorContrast = documentCheck({
  id: 'color_contrast',
  name: 'Contrast of text',
  category: 'best_practice',
  importance: 'info',
  what: 'Text has a contrast of at least 4.5:1 with its background, and large text of at least 3:1.',
  why: 'People with low vision, and everyone in sunlight, can hardly read pale text.',
  fix: 'Use a darker text color or a lighter background, or the other way round.',
  source: 'https://dequeuniversity.com/rules/axe/4.11/color-contrast',
  method: 'exact',
  value: LAYOUT_VALUE,
  messages: {
    pass: ({ elements }) =>
      elements === 1
        ? 'The only text has enough contrast.'
        : `All ${elements.toLocaleString('en')} texts have enough contrast.`,
    low_contrast: ({ elements, failing }) =>
      elements === 1
        ? 'The only text has too little contrast.'
        : `${failing.toLocaleString('en')} of ${elements.toLocaleString('en')} texts ${failing === 1 ? 'has' : 'have'} too little contrast.`,
    not_rendered: 'Only a browser can measure this, and the page was not rendered.',
    nothing_to_measure: 'The page has no text whose contrast can be measured.',
  },
  examples: {
    passes: { html: '<p>Shoes', layout: { [RULE]: { passed: 3, failed: 0, unsure: 0, places: [] } } },
    fails: {
      html: '<p style="color:#bbb">Shoes',
      layout: {
        [RULE]: {
          passed: 2,
          failed: 1,
          unsure: 0,
          places: [{ selector: 'p', excerpt: '<p style="color:#bbb">' }],
        },
      },
    },
  },
  run: (page) => layoutVerdict(page, RULE, 'low_contrast'),
});
