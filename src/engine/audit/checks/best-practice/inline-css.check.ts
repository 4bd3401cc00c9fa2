import { counted } from '../../../../basics/quantities.js';
import { documentCheck, pass, warn } from '../../check.js';
import { attribute } from '../../dom/dom.js';

export const inlineCss = documentCheck({
  id: 'inline_css',
  name: 'Inline styles',
  category: 'best_practice',
  importance: 'info',
  what: 'At most ten elements have a style attribute (`styles`).',
  why: "Inline styles can't be cached, and a strict Content-Security-Policy blocks them.",
  fix: 'Move the styles into a style sheet and use classes.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP#inline_css',
  method: 'exact',
  value: { elements: 'integer', max_elements: 'integer' },
  messages: {
    pass: ({ elements }) =>
      elements === 0
        ? 'No element has a style attribute.'
        : `${counted(elements, 'element')} ${elements === 1 ? 'has' : 'have'} a style attribute.`,
    many_styles: ({ elements, max_elements }) =>
      `${counted(elements, 'element')} ${elements === 1 ? 'has' : 'have'} a style attribute; there should be at most ${max_elements.toLocaleString('en')}.`,
  },
  examples: {
    passes: { html: '<p class="note">text' },
    fails: { html: '<p style="color: red">text</p>'.repeat(11) },
  },
  run({ dom, limits }) {
    const styled = dom.elements.filter((element) => (attribute(element, 'style') ?? '').trim() !== '');
    const value = { elements: styled.length, max_elements: limits.styles };
    return styled.length <= limits.styles ? pass(value) : warn('many_styles', { value, evidence: styled });
  },
});
