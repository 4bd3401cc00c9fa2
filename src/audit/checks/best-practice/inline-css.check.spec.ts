import { verdictsOf } from '../verdicts.fixture.js';
import { inlineCss } from './inline-css.check.js';

verdictsOf(inlineCss, [
  ['passes ten', { html: '<p style="color:red">'.repeat(10) }, 'pass'],
  ['reports eleven', { html: '<p style="color:red">'.repeat(11) }, 'many_styles'],
  ['counts no empty ones', { html: '<p style=" ">'.repeat(20) }, 'pass'],
]);
