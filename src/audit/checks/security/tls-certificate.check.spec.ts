import { aTls } from '../../page.fixture.js';
import { type Tls } from '../../page.js';
import { verdictsOf } from '../verdicts.fixture.js';
import { tlsCertificate } from './tls-certificate.check.js';

const DAY_MS = 86_400_000;
const loadedAtMs = Date.parse('2026-11-20T12:00:00Z');
const shown = (parts: Partial<Tls>) => ({ html: '', loadedAtMs, tls: aTls(parts) });
const validFor = (days: number) => shown({ validToMs: loadedAtMs + days * DAY_MS });

verdictsOf(tlsCertificate, [
  ['does not apply to plain http', { url: 'http://example.com/', html: '' }, 'not_applicable'],
  ['passes 30 days', validFor(30), 'pass'],
  ['warns of 29 days', validFor(29), 'expires_within_30_days'],
  ['warns of 14 days', validFor(14), 'expires_within_30_days'],
  ['fails 13 days', validFor(13), 'expires_within_14_days'],
  ['passes RSA of 2048 bits', shown({ key: { type: 'rsa', bits: 2048 } }), 'pass'],
  ['fails RSA of 1024 bits', shown({ key: { type: 'rsa', bits: 1024 } }), 'weak_key'],
  ['fails a curve of 224 bits', shown({ key: { type: 'ec', bits: 224 } }), 'weak_key'],
  ['passes Ed25519', shown({ key: { type: 'ed25519', bits: null } }), 'pass'],
  ['fails SHA-1 with RSA', shown({ signature: 'sha1WithRSAEncryption' }), 'weak_signature'],
  ['fails SHA-1 with ECDSA', shown({ signature: 'ecdsa-with-SHA1' }), 'weak_signature'],
  ['fails a self-signed certificate, even a trusted one', shown({ isSelfSigned: true }), 'self_signed'],
]);
