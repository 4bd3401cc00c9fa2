import { type Header } from '../../page.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { favicon } from './favicon.check.js';

const responding = (
  status: number | null,
  { type = 'text/html', isImage = false, error = null as string | null } = {},
) => ({
  html: '',
  responses: {
    favicon: {
      url: 'https://example.com/favicon.ico',
      status,
      error,
      headers: [['content-type', type]] as Header[],
      isImage,
    },
  },
});

verdictsOf(favicon, [
  ['does not apply if it was not requested', { html: '' }, 'not_applicable'],
  [
    'does not apply if another site refuses us',
    {
      ...responding(403),
      url: 'https://shop.example/',
      html: '<link rel=icon href="https://example.com/favicon.ico">',
    },
    'not_applicable',
  ],
  ['passes an image by its type', responding(200, { type: 'image/svg+xml' }), 'pass'],
  ['passes an image by its bytes', responding(200, { type: 'text/plain', isImage: true }), 'pass'],
  [
    'passes an icon within the page',
    { ...responding(404), html: '<link rel="shortcut icon" href="DATA:image/svg+xml,<svg/>">' },
    'pass',
  ],
  [
    'does not take an empty data: URL for an icon',
    { ...responding(404), html: '<link rel="icon" href="data:,">' },
    'missing',
  ],
  ['does not apply if we asked too often', responding(429), 'not_applicable'],
  ['does not apply if there was no time', responding(null, { error: 'too_slow' }), 'not_applicable'],
  ['fails 404', responding(404), 'missing'],
  ['fails a missing response', responding(null), 'missing'],
  ['fails a page in its place', responding(200), 'not_an_image'],
]);

it.each([
  [
    { html: `<link rel="icon" href="data:image/png;base64,${'A'.repeat(5000)}">` },
    'The icon is part of the page, in a data: URL.',
  ],
  [responding(404), 'The icon “https://example.com/favicon.ico” returned status 404 instead of status 200.'],
  [responding(null), 'The icon “https://example.com/favicon.ico” could not be loaded.'],
  [responding(200), 'The icon “https://example.com/favicon.ico” is not an image.'],
])('says what the URL returned', (page, message) => {
  expect(messageOf(findingOn(favicon, page))).toBe(message);
});
