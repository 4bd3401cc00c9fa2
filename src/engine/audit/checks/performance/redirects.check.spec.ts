import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { redirects } from './redirects.check.js';

const through = (...addresses: string[]) => ({
  html: '',
  requestedUrl: addresses[0] ?? '',
  url: addresses.at(-1) ?? '',
  hops: addresses.slice(0, -1).map((url) => ({ url, status: 301, setCookies: [] })),
});

verdictsOf(redirects, [
  ['passes none', through('https://example.com/'), 'pass'],
  ['passes one to https', through('http://example.com/a', 'https://example.com/a'), 'pass'],
  ['passes one to www', through('https://example.com/', 'https://www.example.com/'), 'pass'],
  ['passes both at once', through('http://example.com/', 'https://www.example.com/'), 'pass'],
  [
    'fails both one after the other',
    through('http://example.com/', 'https://example.com/', 'https://www.example.com/'),
    'chain',
  ],
  ['fails one to another path', through('https://example.com/a', 'https://example.com/b'), 'redirected'],
  ['fails one to another site', through('https://example.com/', 'https://example.org/'), 'redirected'],
  [
    'counts an immediate refresh',
    {
      html: '',
      requestedUrl: 'https://example.com/a',
      url: 'https://example.com/b',
      hops: [{ url: 'https://example.com/a', status: null, setCookies: [] }],
    },
    'redirected',
  ],
]);

it.each([
  [through('https://example.com/'), 'The URL leads directly to the page.'],
  [
    through('http://example.com/', 'https://example.com/'),
    'The URL redirects once, to the preferred form of the same URL.',
  ],
  [
    through('https://example.com/a', 'https://example.com/b'),
    'The URL redirects once, to another path or site.',
  ],
  [
    through('https://example.com/a', 'https://example.com/b', 'https://example.com/c'),
    'The URL redirects 2 times before it reaches the page; it should redirect at most once.',
  ],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(redirects, page))).toBe(message);
});
