import { verdictsOf } from '../verdicts.fixture.js';
import { notFoundPage } from './404-page.check.js';

const answered = (status: number | null) => ({
  html: '',
  answers: { missingPage: { url: 'https://example.com/x', status, error: null, headers: [] } },
});

verdictsOf(notFoundPage, [
  ['does not apply if it was not requested', { html: '' }, 'not_applicable'],
  ['does not apply without a response', answered(null), 'not_applicable'],
  ['passes 404', answered(404), 'pass'],
  ['passes 410', answered(410), 'pass'],
  ['fails 200', answered(200), 'soft_404'],
  ['fails a redirect', answered(302), 'redirects'],
  ['fails 500', answered(500), 'other_status'],
]);
