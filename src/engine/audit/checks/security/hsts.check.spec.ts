import { type Header } from '../../page.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { hsts } from './hsts.check.js';

const sent = (...values: string[]) => ({
  html: '',
  headers: values.map((value): Header => ['strict-transport-security', value]),
});

verdictsOf(hsts, [
  ['does not apply to plain http', { url: 'http://example.com/', html: '' }, 'not_applicable'],
  ['fails without TLS facts', { ...sent('max-age=15552000'), tls: null }, 'invalid_certificate'],
  ['fails without the header', { html: '' }, 'missing'],
  ['passes 180 days', sent('max-age=15552000'), 'pass'],
  ['fails one second less', sent('max-age=15551999'), 'too_short'],
  ['fails max-age=0, which turns it off', sent('max-age=0'), 'too_short'],
  [
    'passes all directives, in any case and order',
    sent('includeSubDomains; Max-Age="31536000"; preload'),
    'pass',
  ],
  [
    'passes a trailing semicolon, which the standard allows',
    sent('max-age=31536000; includeSubDomains;'),
    'pass',
  ],
  ['passes blanks around the equals sign, which the standard allows', sent('max-age = 31536000'), 'pass'],
  ['fails a max-age that is no number', sent('max-age=abc'), 'invalid'],
  ['fails a max-age with a sign', sent('max-age=-1'), 'invalid'],
  ['fails without max-age', sent('includeSubDomains'), 'invalid'],
  ['fails max-age twice', sent('max-age=31536000; max-age=31536000'), 'invalid'],
  ['fails two headers folded into one', sent('max-age=31536000, max-age=31536000'), 'invalid'],
  [
    'passes without the header on a preloaded top-level domain',
    { url: 'https://a.b.dev/', html: '' },
    'pass',
  ],
  ['fails on a host that only begins like one', { url: 'https://dev.example/', html: '' }, 'missing'],
  ['warns of two headers', sent('max-age=31536000', 'max-age=31536000'), 'sent_twice'],
]);

it.each([
  [{ url: 'https://shop.app./', html: '' }, 'Browsers use https for all addresses that end in “.app”.'],
  [sent('max-age=31536000'), 'Strict-Transport-Security makes browsers use https for 365 days.'],
  [
    sent(`max-age=${'9'.repeat(400)}`),
    'Strict-Transport-Security makes browsers use https for 104,249,991,374 days.',
  ],
  [sent('max-age=15551999'), 'Strict-Transport-Security lasts 179 days; it should last at least 180 days.'],
  [sent('max-age=86400'), 'Strict-Transport-Security lasts 1 day; it should last at least 180 days.'],
  [sent('max-age=1'), 'Strict-Transport-Security lasts 1 second; it should last at least 180 days.'],
  [
    sent('max-age=0'),
    'Strict-Transport-Security has max-age=0, which turns it off; it should last at least 180 days.',
  ],
  [
    sent('max-age=31536000', 'max-age=31536000'),
    'The response has 2 Strict-Transport-Security headers; browsers only use the first one.',
  ],
])('says how long it lasts: %j', (page, expected) => {
  expect(messageOf(findingOn(hsts, page))).toBe(expected);
});
