import { messageOf } from '../../message.js';
import { findingOn, verdictOn, verdictsOf } from '../verdicts.fixture.js';
import { brokenLinks } from './broken-links.check.js';

const responding = (status: number | null, error: string | null = null, url = 'https://example.com/b') => ({
  html: `<a href="/a">a</a>\n<a href="${url}">b</a>`,
  responses: { links: [{ url, status, error, headers: [] }] },
});

const twoResponding = (...statuses: number[]) => ({
  html: responding(200).html,
  responses: {
    links: statuses.map((status, index) => ({
      url: `https://example.com/${index === 0 ? 'a' : 'b'}`,
      status,
      error: null,
      headers: [],
    })),
  },
});

verdictsOf(brokenLinks, [
  ['does not apply without links', { html: '' }, 'not_applicable'],
  ['does not apply if nothing was requested', { html: '<a href="/a">a</a>' }, 'not_applicable'],
  ['passes 200', responding(200), 'pass'],
  ['passes a redirect', responding(301), 'pass'],
  ['passes 401', responding(401), 'pass'],
  ['passes 403', responding(403), 'pass'],
  ['passes 429', responding(429), 'pass'],
  ['fails 404', responding(404), 'broken'],
  ['fails 500', responding(500), 'broken'],
  ['fails 503', responding(503), 'broken'],
  ...[400, 405, 406, 451, 503].map(
    (status) =>
      [
        `passes ${String(status)} of another site, which may refuse robots`,
        responding(status, null, 'https://shop.example/item'),
        'pass',
      ] as const,
  ),
  ['fails 503 of another host of the site', responding(503, null, 'https://www.example.com/b'), 'broken'],
  ['fails 404 of another site', responding(404, null, 'https://shop.example/item'), 'broken'],
  ['passes 999, which some sites send to all robots', responding(999), 'pass'],
  ['fails a host that does not exist', responding(null, 'dns_not_found'), 'broken'],
  ['does not judge an address that timed out', responding(null, 'too_slow'), 'not_applicable'],
]);

it('shows the broken link, and how many were requested', () => {
  expect(verdictOn(brokenLinks, responding(404))).toMatchObject({
    evidence: [{ line: 2, column: 1, excerpt: '<a href="https://example.com/b">' }],
    value: { broken: 1, urls: ['https://example.com/b'], faults: ['status 404'] },
    sample: { taken: 1, of: 2 },
  });
});

it.each([
  [responding(200), 'No broken link was found: 1 of 2 links was tested, without following redirects.'],
  [responding(404), '1 of 1 tested link is broken (“https://example.com/b”: status 404).'],
  [
    responding(null, 'dns_not_found'),
    '1 of 1 tested link is broken (“https://example.com/b”: unknown host).',
  ],
  [
    twoResponding(200, 200),
    'No broken link was found: 2 of 2 links were tested, without following redirects.',
  ],
  [
    twoResponding(404, 500),
    '2 of 2 tested links are broken (“https://example.com/a”: status 404 and “https://example.com/b”: status 500).',
  ],
])('says how many links are broken, and which', (page, message) => {
  expect(messageOf(findingOn(brokenLinks, page))).toBe(message);
});
