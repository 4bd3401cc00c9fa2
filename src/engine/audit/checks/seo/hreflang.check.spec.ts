import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { hreflang } from './hreflang.check.js';

const link = (language: string, href = 'https://example.com/') => ({
  html: `<link rel="alternate" hreflang="${language}" href="${href}">`,
});

verdictsOf(hreflang, [
  ['does not apply without one', { html: '<link rel=alternate href=/feed>' }, 'not_applicable'],
  [
    'does not apply to one in the body',
    { html: '<body><p></p><link rel=alternate hreflang=xx href=/>' },
    'not_applicable',
  ],
  ['passes a language', link('de'), 'pass'],
  ['passes capitals, regions and scripts', link('ZH-Hant-HK'), 'pass'],
  ['passes x-default', link('X-Default'), 'pass'],
  ['does not judge the region', link('en-UK'), 'pass'],
  [
    'reads the Link header',
    { html: '', headers: [['link', '<https://example.com/>; rel=alternate; hreflang=xx']] },
    'unknown_language',
  ],
  ['fails an unknown language', link('xx'), 'unknown_language'],
  ['fails a language after a blank', link(' de'), 'unknown_language'],
  ['fails an underscore', link('de_CH'), 'unknown_language'],
  ['fails a relative address', link('de', '/de'), 'relative_url'],
  ['fails an address without a protocol', link('de', '//example.com/'), 'relative_url'],
]);

it.each([
  [link('de'), 'The page has 1 hreflang link, with valid languages and absolute URLs.'],
  [link('de_CH'), 'The language in “de_CH” is not registered; 1 of 1 hreflang link is faulty.'],
  [
    { html: link('de', '/de').html + link('fr', '/fr').html },
    'The URL for “de” does not start with https:// or http://; 2 of 2 hreflang links are faulty.',
  ],
])('counts the links, and quotes the first that is faulty', (page, message) => {
  expect(messageOf(findingOn(hreflang, page))).toBe(message);
});
