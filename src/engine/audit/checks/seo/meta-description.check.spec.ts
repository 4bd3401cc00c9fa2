import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { metaDescription } from './meta-description.check.js';

verdictsOf(metaDescription, [
  ['passes one description', { html: '<meta name="description" content="About us">' }, 'pass'],
  ['passes a name in capitals, unquoted', { html: '<META NAME=Description CONTENT=About>' }, 'pass'],
  ['fails without a description', { html: '<meta name="keywords" content="a">' }, 'missing'],
  ['fails a blank description', { html: '<meta name="description" content="&#10; ">' }, 'empty'],
  ['fails a description without content', { html: '<meta name="description">' }, 'empty'],
  [
    'fails two descriptions',
    { html: '<meta name=description content=a><meta name=description content=b>' },
    'multiple',
  ],
  [
    'does not count one in the body',
    { html: '<body><p></p><meta name="description" content="a">' },
    'missing',
  ],
  [
    'counts one that Next.js sends to browsers in the body',
    {
      html: '<body><title>A</title><meta name="description" content="a"><script>self.__next_f.push([1])</script>',
    },
    'pass',
  ],
  [
    'does not count one in noscript',
    { html: '<head><noscript><meta name="description" content="a"></noscript>' },
    'missing',
  ],
]);

it('quotes every description', () => {
  const two = '<meta name=description content=" a "><meta name=description>';
  const finding = findingOn(metaDescription, { html: two });
  expect(finding.value).toEqual({ description_count: 2, descriptions: ['a', ''] });
  expect(messageOf(finding)).toBe('The head has 2 meta descriptions (“a” and “”).');
  const one = findingOn(metaDescription, { html: '<meta name="description" content="About us">' });
  expect(messageOf(one)).toBe('The meta description is “About us”.');
});
