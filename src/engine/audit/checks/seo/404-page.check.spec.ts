import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { notFoundPage } from './404-page.check.js';

const responding = (status: number | null) => ({
  html: '',
  responses: { missingPage: { url: 'https://example.com/x', status, error: null, headers: [] } },
});

verdictsOf(notFoundPage, [
  ['does not apply if it was not requested', { html: '' }, 'not_applicable'],
  ['does not apply without a response', responding(null), 'not_applicable'],
  ['passes 404', responding(404), 'pass'],
  ['passes 410', responding(410), 'pass'],
  ['fails 200', responding(200), 'soft_404'],
  ['fails a redirect', responding(302), 'redirects'],
  ['fails 500', responding(500), 'other_status'],
]);

it.each([
  [responding(404), 'A URL that does not exist returned status 404.'],
  [responding(302), 'A URL that does not exist redirects with status 302 instead of returning status 404.'],
  [responding(500), 'A URL that does not exist returned status 500 instead of status 404.'],
])('says the status', (page, message) => {
  expect(messageOf(findingOn(notFoundPage, page))).toBe(message);
});
