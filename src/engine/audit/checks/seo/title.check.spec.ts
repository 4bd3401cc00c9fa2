import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
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
    'passes a title that Next.js sends to browsers in the body',
    { html: '<body><p>text</p><title>A</title><script>self.__next_f.push([1])</script>' },
    'pass',
  ],
  [
    'fails a title inside noscript',
    { html: '<head><noscript><title>A</title></noscript></head>' },
    'missing',
  ],
]);

it('quotes every title and shows its text', () => {
  const finding = findingOn(title, { html: '<title>A</title><title> B\n c</title>' });
  expect(finding.value).toEqual({ title_count: 2, titles: ['A', 'B c'] });
  expect(finding.evidence).toMatchObject([
    { excerpt: '<title>A</title>' },
    { excerpt: '<title> B\n c</title>' },
  ]);
  expect(messageOf(finding)).toBe('The head has 2 titles (“A” and “B c”).');
  expect(messageOf(findingOn(title, { html: '<title>A page</title>' }))).toBe('The title is “A page”.');
});

it('counts titles outside the head', () => {
  const finding = findingOn(title, { html: '<head></head><body><title>A</title>' });
  expect(finding.value).toEqual({ title_count: 0, titles: [] });
  expect(messageOf(finding)).toBe('The head has no title; the body has 1 title.');
});
