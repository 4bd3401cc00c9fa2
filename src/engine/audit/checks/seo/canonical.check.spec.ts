import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { canonical } from './canonical.check.js';

const url = 'https://example.com/shoes';
const link = (href: string) => `<link rel="canonical" href="${href}">`;
const alternates = `<link rel=alternate hreflang=en href="${url}"><link rel=alternate hreflang=de href="https://example.com/schuhe">`;

verdictsOf(canonical, [
  ['does not apply without one', { url, html: '' }, 'not_applicable'],
  ['does not apply to an empty address', { url, html: link('') }, 'not_applicable'],
  ['does not apply to one in the body', { url, html: `<body><p></p>${link(url)}` }, 'not_applicable'],
  [
    'does not accept "canonical nofollow"',
    { url, html: `<link rel="canonical nofollow" href="${url}">` },
    'not_applicable',
  ],
  ['passes its own address', { url, html: link(url) }, 'pass'],
  [
    'fails a relative address that Next.js sends late',
    { url, html: `<body><title>A</title>${link('/shoes')}<script>self.__next_f.push([1])</script>` },
    'relative_url',
  ],
  ['passes rel in capitals', { url, html: `<link rel=CANONICAL href="${url}">` }, 'pass'],
  ...['/home', '/index.php/', '/amp/', '/default.aspx'].map((path) => {
    const alias = { url: `https://example.com${path}`, html: link('https://example.com/') };
    return [`passes the home page for ${path}`, alias, 'pass'] as const;
  }),
  ['passes another domain', { url, html: link('https://example.org/') }, 'pass'],
  [
    'passes the same address twice',
    { url, html: link(url) + link(url), headers: [['link', `<${url}>; rel=canonical`]] },
    'pass',
  ],
  [
    'reads the Link header',
    { url, html: '', headers: [['link', '</shoes>; rel="canonical"']] },
    'relative_url',
  ],
  [
    'splits relations in the Link header',
    { url, html: '', headers: [['link', '</a>; rel="canonical alternate"']] },
    'relative_url',
  ],
  [
    'ignores a Link header that it cannot read',
    { url, html: '', headers: [['link', '<>; nopush; rel="canonical"']] },
    'not_applicable',
  ],
  ['fails an address that cannot be one', { url, html: link('https://exa mple/') }, 'invalid_url'],
  ['fails a relative address', { url, html: link('/shoes') }, 'relative_url'],
  ['fails an address without a protocol', { url, html: link('//example.com/shoes') }, 'relative_url'],
  [
    'reports an invalid URL before a relative one',
    { url, html: link('/shoes') + link('https://') },
    'invalid_url',
  ],
  ['fails two addresses', { url, html: link(url) + link(`${url}/`) }, 'conflicting_urls'],
  [
    'fails the address of another language',
    { url, html: alternates + link('https://example.com/schuhe') },
    'another_language',
  ],
  ['passes its own among the languages', { url, html: alternates + link(url) }, 'pass'],
  ['fails the root of the domain', { url, html: link('https://example.com/') }, 'domain_root'],
  ...['index.html', 'index.php?a=1', 'Default.aspx'].map(
    (file) =>
      [
        `passes the root on ${file}`,
        { url: `https://example.com/${file}`, html: link('https://example.com/') },
        'pass',
      ] as const,
  ),
  [
    'fails the root on a page below an index',
    { url: 'https://example.com/de/index.html', html: link('https://example.com/') },
    'domain_root',
  ],
  [
    'passes the root on the root itself',
    { url: 'https://example.com/?a=1', html: link('https://example.com/') },
    'pass',
  ],
]);

it.each([
  [{ url, html: link(url) }, 'The canonical URL is “https://example.com/shoes”.'],
  [
    { url, html: link(url) + link('/shoes') },
    'The canonical link “/shoes” is a relative URL; it should be absolute.',
  ],
  [{ url, html: link('/shoes') + link('https://') }, 'The canonical link “https://” is not a valid URL.'],
  [
    { url, html: link(url) + link(`${url}/`) },
    'The page has 2 canonical links with different URLs (“https://example.com/shoes” and “https://example.com/shoes/”).',
  ],
  [
    { url, html: link('https://example.com/') },
    'The canonical link names the home page “https://example.com/” instead of this page.',
  ],
])('quotes the URL at fault', (page, message) => {
  expect(messageOf(findingOn(canonical, page))).toBe(message);
});
