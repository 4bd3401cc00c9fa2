import { verdictsOf } from '../verdicts.fixture.js';
import { title } from './title.check.js';

verdictsOf(title, [
  ['passes one title', { html: '<title>A page</title>' }, 'pass'],
  ['passes a title made of entities', { html: '<title>&lt;b&gt;</title>' }, 'pass'],
  ['ignores the title of an SVG', { html: '<title>A</title><body><svg><title>B</title></svg>' }, 'pass'],
  ['fails without a title', { html: '<p>text' }, 'missing'],
  ['fails a blank title', { html: '<title> &nbsp;\n</title>' }, 'empty'],
  ['fails two titles', { html: '<title>A</title><title>B</title>' }, 'multiple'],
  [
    'fails a title that a stray element moved to the body',
    { html: '<head><div></div><title>A</title></head>' },
    'outside_head',
  ],
  [
    'fails a title inside noscript',
    { html: '<head><noscript><title>A</title></noscript></head>' },
    'missing',
  ],
]);
