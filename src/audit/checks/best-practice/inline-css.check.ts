import { type DocumentCheck, pass, warn } from '../../check.js';
import { attribute } from '../../dom/dom.js';

const MAX_STYLES = 10;

export const inlineCss: DocumentCheck = {
  id: 'inline_css',
  category: 'best_practice',
  importance: 'info',
  what: 'At most ten elements have a style attribute.',
  why: 'Such styles can’t be cached, and a strict Content-Security-Policy forbids them.',
  fix: 'Move the styles into a style sheet, under a class.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP#inline_css',
  method: 'exact',
  examples: {
    passes: { html: '<p class="note">text' },
    fails: { html: '<p style="color: red">text</p>'.repeat(11) },
  },
  run({ dom }) {
    const styled = dom.elements.filter((element) => (attribute(element, 'style') ?? '').trim() !== '');
    const value = styled.length;
    return value <= MAX_STYLES ? pass(value) : warn('many_styles', { value, evidence: styled });
  },
};
