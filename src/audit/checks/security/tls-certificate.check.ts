import { type DocumentCheck, fail, notApplicable, pass, warn } from '../../check.js';
import { type Tls } from '../../page.js';

const DAY_MS = 86_400_000;
const MIN_DAYS = 14;
const FEW_DAYS = 30;
/** @see https://cabforum.org/working-groups/server/baseline-requirements/requirements/ */
const MIN_RSA_BITS = 2048;
const MIN_EC_BITS = 256;

export const tlsCertificate: DocumentCheck = {
  id: 'tls_certificate',
  name: 'TLS certificate',
  category: 'security',
  importance: 'medium',
  what: 'The certificate is valid for at least 14 more days, has a strong key, and is neither self-signed nor signed with SHA-1.',
  why: 'Browsers block the site from the day the certificate expires.',
  fix: 'Renew the certificate, and automate the renewal (ACME) a month ahead.',
  source: 'https://www.rfc-editor.org/rfc/rfc5280',
  method: 'exact',
  examples: {
    passes: { html: '', tls: validFor(90) },
    fails: { html: '', tls: validFor(10) },
  },
  run({ tls, loadedAtMs }) {
    if (!tls) return notApplicable('plain_http');
    const days_left = tls.validToMs === null ? null : Math.floor((tls.validToMs - loadedAtMs) / DAY_MS);
    const value = { days_left, key: tls.key, signature: tls.signature };
    const fault = faultOf(tls, days_left);
    if (fault !== null) return fail(fault, { value });
    return days_left !== null && days_left < FEW_DAYS
      ? warn('expires_within_30_days', { value })
      : pass(value);
  },
};

function faultOf({ isSelfSigned, key, signature }: Tls, daysLeft: number | null): string | null {
  if (isSelfSigned) return 'self_signed';
  if (daysLeft !== null && daysLeft < MIN_DAYS) return 'expires_within_14_days';
  if (/sha-?1(?!\d)|md5/i.test(signature ?? '')) return 'weak_signature';
  return key && isWeak(key) ? 'weak_key' : null;
}

function isWeak({ type, bits }: { type: string; bits: number | null }): boolean {
  if (bits === null) return false;
  return type.startsWith('rsa') ? bits < MIN_RSA_BITS : type === 'ec' && bits < MIN_EC_BITS;
}

function validFor(days: number): Tls {
  return {
    isVerified: true,
    protocol: 'TLSv1.3',
    validToMs: Date.parse('2026-11-20T12:00:00Z') + days * DAY_MS,
    key: { type: 'ec', bits: 256 },
    signature: 'ecdsa-with-SHA256',
    isSelfSigned: false,
  };
}
