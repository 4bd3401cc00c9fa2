import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { notFoundPage } from './404-page.check.js';

const responding = (...statuses: (number | null)[]) => ({
  html: '',
  responses: {
    missingPage: statuses.map((status, n) => ({
      url: `https://example.com/${String(n)}`,
      status,
      error: null,
      headers: [],
    })),
  },
});

verdictsOf(notFoundPage, [
  ['does not apply if it was not requested', { html: '' }, 'not_applicable'],
  ['does not apply without a response', responding(null), 'not_applicable'],
  ['passes 404', responding(404), 'pass'],
  ['passes 410', responding(410), 'pass'],
  ['fails 200', responding(200), 'soft_404'],
  ['passes 404 after redirects', responding(301, 308, 404), 'pass'],
  ['fails a redirect to a page that exists', responding(302, 200), 'redirects'],
  ['fails a redirect to a server error', responding(301, 500), 'other_status'],
  ['fails redirects that do not end', responding(301, 302, 302, 302, 302, 302), 'other_status'],
  ['does not apply without a response after a redirect', responding(301, null), 'not_applicable'],
  ['does not apply if we asked too often', responding(429), 'not_applicable'],
  ['does not apply if we asked too often after a redirect', responding(301, 429), 'not_applicable'],
  ['fails 500', responding(500), 'other_status'],
]);

it.each([
  [responding(404), 'A URL that does not exist returned status 404.'],
  [
    responding(302, 200),
    'A URL that does not exist redirects with status 302 instead of returning status 404.',
  ],
  [responding(301, 500), 'A URL that does not exist returned status 500 instead of status 404.'],
])('says the status', (page, message) => {
  expect(messageOf(findingOn(notFoundPage, page))).toBe(message);
});
