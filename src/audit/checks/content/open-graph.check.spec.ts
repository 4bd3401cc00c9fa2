import { verdictsOf } from '../verdicts.fixture.js';
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
  ['fails a blank title', metas({ ...whole, title: ' ' }), 'incomplete'],
  ['fails a relative image', metas({ ...whole, image: '/a.png' }), 'relative_url'],
  ['fails an address that is invalid', metas({ ...whole, url: 'https://[' }), 'relative_url'],
]);
