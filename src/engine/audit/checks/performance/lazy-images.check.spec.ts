import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { lazyImages } from './lazy-images.check.js';

const EAGER = '<img src="/a.jpg">';
const LAZY = '<img src="/a.jpg" loading="LAZY">';

verdictsOf(lazyImages, [
  ['does not apply without images', { html: '' }, 'not_applicable'],
  ['passes five eager images', { html: EAGER.repeat(5) }, 'pass'],
  ['fails six eager images', { html: EAGER.repeat(6) }, 'none_is_lazy'],
  [
    'does not apply to images in their addresses',
    { html: '<img src="data:image/gif;base64,R0lGODlh" data-src="/a.jpg">'.repeat(6) },
    'not_applicable',
  ],
  [
    'does not apply to images that stand for others',
    { html: '<img src="/empty.gif" data-lazy-src="/a.jpg">'.repeat(6) },
    'not_applicable',
  ],
  ['passes six images with a lazy one', { html: EAGER.repeat(5) + LAZY }, 'pass'],
  [
    'fails a lazy first image of several sizes',
    { html: '<img srcset="/a.jpg 1x, /b.jpg 2x" loading=lazy>' },
    'first_is_lazy',
  ],
  ['fails a lazy first image', { html: LAZY + EAGER }, 'first_is_lazy'],
]);

it.each([
  [{ html: EAGER }, 'The page has 1 visible image, so lazy loading is not needed.'],
  [{ html: EAGER + LAZY }, 'The first image is not loaded lazily; 1 of 2 visible images is.'],
  [{ html: EAGER + LAZY + LAZY }, 'The first image is not loaded lazily; 2 of 3 visible images are.'],
  [{ html: LAZY }, 'The only visible image is loaded lazily.'],
  [{ html: LAZY + EAGER }, 'The first of 2 visible images is loaded lazily.'],
  [
    { html: EAGER.repeat(6) },
    'None of the 6 visible images is loaded lazily; of more than 5 images, some should be.',
  ],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(lazyImages, page))).toBe(message);
});
