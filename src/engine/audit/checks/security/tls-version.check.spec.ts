import { messageOf } from '../../message.js';
import { aTls } from '../../example-page.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { tlsVersion } from './tls-version.check.js';

verdictsOf(tlsVersion, [
  ['does not apply to plain http', { url: 'http://example.com/', html: '' }, 'not_applicable'],
  ['passes TLS 1.3', { html: '', tls: aTls({ protocol: 'TLSv1.3' }) }, 'pass'],
  ['passes TLS 1.2', { html: '', tls: aTls({ protocol: 'TLSv1.2' }) }, 'pass'],
  ['fails TLS 1.1', { html: '', tls: aTls({ protocol: 'TLSv1.1' }) }, 'outdated'],
]);

it.each([
  [{ html: '', tls: aTls({ protocol: 'TLSv1.3' }) }, 'The connection uses TLS 1.3.'],
  [
    { html: '', tls: aTls({ protocol: 'TLSv1.1' }) },
    'The connection uses TLS 1.1; it should use at least TLS 1.2.',
  ],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(tlsVersion, page))).toBe(message);
});
