import { type DocumentCheck, pass, warn } from '../../check.js';
import { attribute } from '../../dom/dom.js';

export const inlineCss: DocumentCheck = {
  id: 'inline_css',
  name: 'Inline styles',
  category: 'best_practice',
  importance: 'info',
  what: 'At most ten elements have a style attribute (`styles`).',
  why: "Inline styles can't be cached, and a strict Content-Security-Policy blocks them.",
  fix: 'Move the styles into a style sheet and use classes.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP#inline_css',
  method: 'exact',
  examples: {
    passes: { html: '<p class="note">text' },
    fails: { html: '<p style="color: red">text</p>'.repeat(11) },
  },
  run({ dom, limits }) {
    const styled = dom.elements.filter((element) => (attribute(element, 'style') ?? '').trim() !== '');
    const value = styled.length;
    return value <= limits.styles ? pass(value) : warn('many_styles', { value, evidence: styled });
  },
};
