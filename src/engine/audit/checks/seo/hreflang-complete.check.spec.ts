import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { hreflangComplete } from './hreflang-complete.check.js';

const SELF = '<link rel="alternate" hreflang="en" href="https://example.com/">';
const linked = (code: string) => ({
  html: `<head>${SELF}<link rel="alternate" hreflang="${code}" href="https://example.com/other"></head>`,
});

verdictsOf(hreflangComplete, [
  ['does not apply without alternates', { html: '' }, 'not_applicable'],
  ['passes a language', linked('de'), 'pass'],
  ['passes script and region in any case', linked('zh-hant-tw'), 'pass'],
  ['passes a region of the United Nations', linked('es-419'), 'pass'],
  ['passes x-default', linked('x-default'), 'pass'],
  ['fails UK, which is not the code of the United Kingdom', linked('en-UK'), 'unknown_region'],
  ['fails the European Union, which is no country', linked('en-EU'), 'unknown_region'],
  ['fails a script that does not exist', linked('en-Abcd'), 'unknown_script'],
  ['fails an underscore', linked('de-de_at'), 'invalid_code'],
  ['fails a code with two addresses', linked('EN'), 'duplicate_code'],
  [
    'passes a page that names its canonical URL',
    {
      url: 'https://example.com/?utm_source=x',
      html: linked('de').html.replace('<head>', '<head><link rel="canonical" href="https://example.com/">'),
    },
    'pass',
  ],
  [
    'fails a page that names itself without parameters, which its canonical URL has',
    {
      url: 'https://example.com/?id=1',
      html: linked('de').html.replace(
        '<head>',
        '<head><link rel="canonical" href="https://example.com/?id=1">',
      ),
    },
    'no_self_reference',
  ],
  [
    'passes a page that names itself with escapes in other letters',
    {
      url: 'https://example.com/%E3%81%82/',
      html: linked('de').html.replace(SELF, SELF.replace('.com/', '.com/%e3%81%82/')),
    },
    'pass',
  ],
  [
    'fails a faulty code that Next.js sends late',
    {
      html: `<body><title>A</title>${linked('en-UK').html.replaceAll(/<.?head>/g, '')}<script>self.__next_f.push([1])</script>`,
    },
    'unknown_region',
  ],
  [
    'fails a page that does not name itself',
    { html: '<head><link rel="alternate" hreflang="de" href="https://example.com/de"></head>' },
    'no_self_reference',
  ],
]);

it.each([
  [linked('de'), 'The page has 2 hreflang links with valid codes, including one to itself.'],
  [linked('en-UK'), 'The region in “en-UK” is not registered; 1 of 2 hreflang links is faulty.'],
  [linked('EN'), 'The code “EN” occurs with different URLs; 1 of 2 hreflang links is faulty.'],
  [
    { html: linked('en-UK').html.replace('en"', 'en-x_y"') },
    '“en-x_y” is not a valid hreflang code; 2 of 2 hreflang links are faulty.',
  ],
  [
    { html: '<head><link rel="alternate" hreflang="de" href="https://example.com/de"></head>' },
    'The page has 1 hreflang link, but none to itself.',
  ],
])('counts the links, and quotes the first that is faulty', (page, message) => {
  expect(messageOf(findingOn(hreflangComplete, page))).toBe(message);
});
