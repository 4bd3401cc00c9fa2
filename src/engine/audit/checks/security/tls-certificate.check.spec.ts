import { messageOf } from '../../message.js';
import { aTls } from '../../example-page.js';
import { type Tls } from '../../page.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { tlsCertificate } from './tls-certificate.check.js';

const DAY_MS = 86_400_000;
const loadedAtMs = Date.parse('2026-11-20T12:00:00Z');
const shown = (parts: Partial<Tls>) => ({ html: '', loadedAtMs, tls: aTls(parts) });
const validFor = (days: number) =>
  shown({ validFromMs: loadedAtMs - 70 * DAY_MS, validToMs: loadedAtMs + days * DAY_MS });
const lasting = (days: number, left: number) =>
  shown({ validFromMs: loadedAtMs + (left - days) * DAY_MS, validToMs: loadedAtMs + left * DAY_MS });

verdictsOf(tlsCertificate, [
  ['does not apply to plain http', { url: 'http://example.com/', html: '' }, 'not_applicable'],
  ['passes 30 days', validFor(30), 'pass'],
  ['warns of 29 days', validFor(29), 'expires_within_30_days'],
  ['warns of 14 days', validFor(14), 'expires_within_30_days'],
  ['fails 13 days', validFor(13), 'expires_within_14_days'],
  ['passes a certificate of a week after some days', lasting(7, 3), 'pass'],
  ['warns of one of a week on its last day but one', lasting(7, 1.5), 'renewal_late'],
  ['fails one of a week on its last day', lasting(7, 0.5), 'renewal_failed'],
  ['passes one of 45 days that is renewed after 30', lasting(45, 15), 'pass'],
  ['fails one of 45 days in its last days', lasting(45, 5), 'renewal_failed'],
  ['passes RSA of 2048 bits', shown({ key: { type: 'rsa', bits: 2048 } }), 'pass'],
  ['fails RSA of 1024 bits', shown({ key: { type: 'rsa', bits: 1024 } }), 'weak_key'],
  ['fails a curve of 224 bits', shown({ key: { type: 'ec', bits: 224 } }), 'weak_key'],
  ['passes Ed25519', shown({ key: { type: 'ed25519', bits: null } }), 'pass'],
  ['fails SHA-1 with RSA', shown({ signature: 'sha1WithRSAEncryption' }), 'weak_signature'],
  ['fails SHA-1 with ECDSA', shown({ signature: 'ecdsa-with-SHA1' }), 'weak_signature'],
  ['fails a self-signed certificate, even a trusted one', shown({ isSelfSigned: true }), 'self_signed'],
]);

it.each([
  [validFor(90), 'The certificate is valid for 90 more days.'],
  [validFor(29), 'The certificate expires in 29 days, which leaves less than 30 days to renew it.'],
  [validFor(1), 'The certificate expires in 1 day; it should be valid for at least 14 more days.'],
  [validFor(0), 'The certificate expires within a day; it should be valid for at least 14 more days.'],
  [validFor(-1), 'The certificate has expired; it should be valid for at least 14 more days.'],
  [
    lasting(45, 5),
    'The certificate expires in 5 days; such a short-lived one should have been renewed by now.',
  ],
  [
    lasting(45, 9),
    'The certificate expires in 9 days, which is late for the renewal of such a short-lived one.',
  ],
  [
    shown({ signature: 'ecdsa-with-SHA1' }),
    'The certificate is signed with “ecdsa-with-SHA1”, an insecure algorithm.',
  ],
  [
    shown({ key: { type: 'rsa-pss', bits: 1024 } }),
    'The certificate has a 1024-bit RSA key; it should have at least 2048 bits.',
  ],
  [
    shown({ key: { type: 'ec', bits: 224 } }),
    'The certificate has a 224-bit elliptic-curve key; it should have at least 256 bits.',
  ],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(tlsCertificate, page))).toBe(message);
});
