import { verdictsOf } from '../verdicts.fixture.js';
import { deprecatedHtmlTags } from './deprecated-html-tags.check.js';

verdictsOf(deprecatedHtmlTags, [
  ['passes today’s elements', { html: '<menu><li><s>a</s><ruby>b<rp>c</rp></ruby></menu>' }, 'pass'],
  ['fails font', { html: '<FONT>a</FONT>' }, 'obsolete'],
  ['fails a frameset', { html: '<frameset><frame></frameset>' }, 'obsolete'],
  ['passes SVG’s font', { html: '<svg><g><font></font></g></svg>' }, 'pass'],
  ['passes one in a comment', { html: '<!--<center>-->' }, 'pass'],
]);
