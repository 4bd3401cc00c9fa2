import { messageOf } from '../../message.js';
import { type Header } from '../../page.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { imageFormat } from './image-format.check.js';

const responding = (type: string, { status = 200, length = '90000' } = {}) => ({
  html: '<img src="/a">',
  responses: {
    resources: [
      {
        url: 'https://example.com/a',
        status,
        error: null,
        headers: [
          ['content-type', type],
          ['content-length', length],
        ] as Header[],
      },
    ],
  },
});

verdictsOf(imageFormat, [
  ['does not apply without images', { html: '<script src="/a"></script>' }, 'not_applicable'],
  ['does not apply if nothing was requested', { html: '<img src="/a">' }, 'not_applicable'],
  ['does not judge an image that is not there', responding('text/html', { status: 404 }), 'not_applicable'],
  [
    'does not judge an icon of less than 4 KiB',
    responding('image/png', { length: '4095' }),
    'not_applicable',
  ],
  ['passes AVIF', responding('image/avif'), 'pass'],
  ['passes WebP with a parameter', responding('image/webp; q=1'), 'pass'],
  ['passes SVG', responding('image/svg+xml'), 'pass'],
  [
    'judges the image of a picture that browsers load',
    {
      ...responding('image/webp'),
      html: '<picture><source type="image/webp" srcset="/a"><img src="/a.jpg"></picture>',
    },
    'pass',
  ],
  [
    'judges the image of a srcset that browsers load',
    { ...responding('image/png'), html: '<img src="/a.webp" srcset="/a 2x">' },
    'old_format',
  ],
  ['fails JPEG', responding('image/jpeg'), 'old_format'],
  ['fails PNG in capitals', responding('IMAGE/PNG'), 'old_format'],
]);

const image = (type: string, n: number) => ({
  url: `https://example.com/${String(n)}`,
  status: 200,
  error: null,
  headers: [['content-type', type]] as Header[],
});
const several = (...types: string[]) => ({
  html: types.map((_, n) => `<img src="/${String(n)}">`).join(''),
  responses: { resources: types.map(image) },
});

it.each([
  [several('image/avif'), 'The sampled image has a modern format.'],
  [several('image/avif', 'image/webp'), 'All 2 sampled images have a modern format.'],
  [several('image/png'), 'The sampled image has an old format, such as JPEG or PNG.'],
  [several('image/png', 'image/avif'), '1 of 2 sampled images has an old format, such as JPEG or PNG.'],
  [several('image/png', 'image/gif'), '2 of 2 sampled images have an old format, such as JPEG or PNG.'],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(imageFormat, page))).toBe(message);
});
