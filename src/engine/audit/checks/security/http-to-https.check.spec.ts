import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { httpToHttps } from './http-to-https.check.js';

const through = (...addresses: string[]) => ({
  html: '',
  responses: { plainHttp: addresses.map((url) => ({ url, status: 200, error: null, headers: [] })) },
});

verdictsOf(httpToHttps, [
  ['does not apply if it was not requested', { html: '' }, 'not_applicable'],
  ['passes where nothing listens', through(), 'pass'],
  ['passes a redirect to https', through('http://a.example/', 'https://a.example/'), 'pass'],
  ['passes where browsers never use plain http', through('http://a.dev/', 'http://www.a.dev/'), 'pass'],
  [
    'fails where they leave for a host that may',
    through('http://a.dev/', 'http://a.example/'),
    'not_to_https',
  ],
  [
    'fails a redirect to a host that is dead',
    {
      html: '',
      responses: {
        plainHttp: [
          { url: 'http://a.example/', status: 301, error: null, headers: [] },
          { url: 'http://www.a.example/', status: null, error: 'connection_refused', headers: [] },
        ],
      },
    },
    'dead_end',
  ],
  ['fails no redirect', through('http://a.example/'), 'missing'],
  ['fails one that stays on http', through('http://a.example/', 'http://www.a.example/'), 'not_to_https'],
  [
    'fails https on the second step',
    through('http://a.example/', 'http://www.a.example/', 'https://www.a.example/'),
    'https_late',
  ],
  ['fails https on another host first', through('http://a.example/', 'https://www.a.example/'), 'other_host'],
  [
    'fails a certificate that is not valid',
    {
      html: '',
      responses: {
        plainHttp: [
          { url: 'http://a.example/', status: 301, error: null, headers: [] },
          { url: 'https://a.example/', status: null, error: 'tls_invalid', headers: [] },
        ],
      },
    },
    'invalid_certificate',
  ],
]);

it.each([
  [through(), 'No page is served over plain http.'],
  [through('http://a.dev/'), 'Browsers use https for all addresses of the top-level domain.'],
  [
    through('http://a.example/', 'https://a.example/'),
    'The plain-http URL redirects directly to https on the same host.',
  ],
  [
    through('http://a.example/', 'http://www.a.example/'),
    'The plain-http URL redirects to “http://www.a.example/”, not to https.',
  ],
  [
    through('http://a.example/', 'http://b.example/', 'https://a.example/'),
    'The plain-http URL redirects to “http://b.example/” first, and to https only after that.',
  ],
  [
    through('http://a.example/', 'https://b.example/', 'https://a.example/'),
    'The plain-http URL redirects to “https://b.example/”, which is https but on another host.',
  ],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(httpToHttps, page))).toBe(message);
});
