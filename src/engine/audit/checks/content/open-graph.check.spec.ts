import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { openGraph } from './open-graph.check.js';

const metas = (properties: Record<string, string>, name = 'property') => ({
  html: `<head>${Object.entries(properties)
    .map(([key, value]) => `<meta ${name}="og:${key}" content="${value}">`)
    .join('')}</head>`,
});
const whole = {
  title: 'A',
  type: 'website',
  url: 'https://example.com/',
  image: 'https://example.com/a.png',
};

verdictsOf(openGraph, [
  ['fails without any', { html: '' }, 'absent'],
  ['passes all four', metas(whole), 'pass'],
  ['passes them by name, as many sites write it', metas(whole, 'name'), 'pass'],
  [
    'fails without an image',
    metas({ title: 'A', type: 'website', url: 'https://example.com/' }),
    'incomplete',
  ],
  [
    'passes an image by its other name',
    metas({
      title: 'A',
      type: 'website',
      url: 'https://example.com/',
      'image:url': 'https://example.com/a.png',
    }),
    'pass',
  ],
  ['fails a relative image by its other name', metas({ ...whole, 'image:url': '/a.png' }), 'relative_url'],
  ['fails a blank title', metas({ ...whole, title: ' ' }), 'incomplete'],
  [
    'passes an empty image beside one with an address',
    { html: metas(whole).html.replace('</head>', '<meta property="og:image" content=""></head>') },
    'pass',
  ],
  ['fails a relative image', metas({ ...whole, image: '/a.png' }), 'relative_url'],
  ['fails an address that is invalid', metas({ ...whole, url: 'https://[' }), 'relative_url'],
]);

it.each([
  [metas({ ...whole, image: '' }), '1 of the 4 required Open Graph tags is missing or empty (og:image).'],
  [
    metas({ type: 'website' }),
    '3 of the 4 required Open Graph tags are missing or empty (og:title, og:url and og:image).',
  ],
  [metas({ ...whole, image: '/a.png' }), '1 Open Graph URL is relative or invalid (“/a.png”).'],
  [
    metas({ ...whole, url: '/', image: '/a.png' }),
    '2 Open Graph URLs are relative or invalid (“/” and “/a.png”).',
  ],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(openGraph, page))).toBe(message);
});
