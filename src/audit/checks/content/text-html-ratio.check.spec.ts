import { verdictsOf } from '../verdicts.fixture.js';
import { textHtmlRatio } from './text-html-ratio.check.js';

verdictsOf(textHtmlRatio, [
  ['passes a tenth', { html: `<p>${'x'.repeat(10)}<!--${'y'.repeat(80)}-->` }, 'pass'],
  ['warns of less', { html: `<p>${'x'.repeat(10)}<!--${'y'.repeat(120)}-->` }, 'little_text'],
  ['warns of nothing', { html: '' }, 'little_text'],
]);
