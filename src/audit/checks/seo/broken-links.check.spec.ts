import { verdictOn, verdictsOf } from '../verdicts.fixture.js';
import { brokenLinks } from './broken-links.check.js';

const answered = (status: number | null, error: string | null = null) => ({
  html: '<a href="/a">a</a>\n<a href="/b">b</a>',
  answers: { links: [{ url: 'https://example.com/b', status, error, headers: [] }] },
});

verdictsOf(brokenLinks, [
  ['does not apply without links', { html: '' }, 'not_applicable'],
  ['does not apply if nothing was requested', { html: '<a href="/a">a</a>' }, 'not_applicable'],
  ['passes 200', answered(200), 'pass'],
  ['passes a redirect', answered(301), 'pass'],
  ['passes 401', answered(401), 'pass'],
  ['passes 403', answered(403), 'pass'],
  ['passes 429', answered(429), 'pass'],
  ['fails 404', answered(404), 'broken'],
  ['fails 500', answered(500), 'broken'],
  ['fails a host that does not exist', answered(null, 'dns_not_found'), 'broken'],
  ['does not judge an address that timed out', answered(null, 'too_slow'), 'not_applicable'],
]);

it('shows the broken link, and how many were requested', () => {
  expect(verdictOn(brokenLinks, answered(404))).toMatchObject({
    evidence: [{ line: 2, column: 1, excerpt: '<a href="/b">' }],
    value: ['https://example.com/b 404'],
    sample: { taken: 1, of: 2 },
  });
});
