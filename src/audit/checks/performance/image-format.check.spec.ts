import { type Header } from '../../page.js';
import { verdictsOf } from '../verdicts.fixture.js';
import { imageFormat } from './image-format.check.js';

const answered = (type: string, { status = 200, length = '90000' } = {}) => ({
  html: '<img src="/a">',
  answers: {
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
  ['does not judge an image that is not there', answered('text/html', { status: 404 }), 'not_applicable'],
  ['does not judge an icon of less than 4 KiB', answered('image/png', { length: '4095' }), 'not_applicable'],
  ['passes AVIF', answered('image/avif'), 'pass'],
  ['passes WebP with a parameter', answered('image/webp; q=1'), 'pass'],
  ['passes SVG', answered('image/svg+xml'), 'pass'],
  ['fails JPEG', answered('image/jpeg'), 'old_format'],
  ['fails PNG in capitals', answered('IMAGE/PNG'), 'old_format'],
]);
