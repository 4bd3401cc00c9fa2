import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass, warn } from '../../check.js';
import { type Tls } from '../../page.js';
import { quoted } from '../../quoted.js';

const DAY_MS = 86_400_000;
const MIN_DAYS = 14;
const FEW_DAYS = 30;
/** Programs alone renew certificates that last no longer than that: usually after two thirds of the time, or half of it.
 *  @see https://letsencrypt.org/docs/profiles/ */
const SHORT_DAYS = 60;
/** Parts of a short validity that are left when renewal is late, and when it must have failed. */
const LATE = { warn: 1 / 4, fail: 1 / 8 };
/** @see https://cabforum.org/working-groups/server/baseline-requirements/requirements/ */
const MIN_RSA_BITS = 2048;
const MIN_EC_BITS = 256;

export const tlsCertificate = documentCheck({
  id: 'tls_certificate',
  name: 'TLS certificate',
  category: 'security',
  importance: 'medium',
  what: 'The certificate is valid for at least 14 more days, or an eighth of its time if that is short, has a strong key, and is neither self-signed nor signed with SHA-1.',
  why: 'Browsers block the site from the day the certificate expires.',
  fix: 'Renew the certificate, and automate the renewal (ACME) a month ahead.',
  source: 'https://www.rfc-editor.org/rfc/rfc5280',
  method: 'exact',
  value: { days_left: 'integer?', key_type: 'text?', key_bits: 'integer?', signature: 'text?' },
  messages: {
    pass: ({ days_left }) =>
      days_left === null
        ? 'No weakness was found in the certificate.'
        : `The certificate is valid for ${counted(days_left, 'more day')}.`,
    self_signed: 'The certificate is self-signed.',
    expires_within_14_days: ({ days_left }) =>
      `The certificate ${expiry(days_left)}; it should be valid for at least 14 more days.`,
    renewal_failed: ({ days_left }) =>
      `The certificate ${expiry(days_left)}; such a short-lived one should have been renewed by now.`,
    renewal_late: ({ days_left }) =>
      `The certificate ${expiry(days_left)}, which is late for the renewal of such a short-lived one.`,
    weak_signature: ({ signature }) =>
      `The certificate is signed with ${quoted(signature ?? '')}, an insecure algorithm.`,
    weak_key: ({ key_type, key_bits }) =>
      key_type === 'ec'
        ? `The certificate has a ${String(key_bits ?? 0)}-bit elliptic-curve key; it should have at least 256 bits.`
        : `The certificate has a ${String(key_bits ?? 0)}-bit RSA key; it should have at least 2048 bits.`,
    expires_within_30_days: ({ days_left }) =>
      `The certificate ${expiry(days_left)}, which leaves less than 30 days to renew it.`,
    plain_http: 'The page is served over plain http.',
  },
  examples: {
    passes: { html: '', tls: validFor(90) },
    fails: { html: '', tls: validFor(10) },
  },
  run({ tls, loadedAtMs }) {
    if (!tls) return notApplicable('plain_http');
    const days_left = tls.validToMs === null ? null : Math.floor((tls.validToMs - loadedAtMs) / DAY_MS);
    const value = {
      days_left,
      key_type: tls.key?.type ?? null,
      key_bits: tls.key?.bits ?? null,
      signature: tls.signature,
    };
    const left = shortPartLeft(tls, loadedAtMs);
    const fault = faultOf(tls, days_left, left);
    if (fault !== null) return fail(fault, { value });
    if (left !== null) return left < LATE.warn ? warn('renewal_late', { value }) : pass(value);
    return days_left !== null && days_left < FEW_DAYS
      ? warn('expires_within_30_days', { value })
      : pass(value);
  },
});

function expiry(daysLeft: number | null): string {
  if (daysLeft !== null && daysLeft < 0) return 'has expired';
  return daysLeft === 0 ? 'expires within a day' : `expires in ${counted(daysLeft ?? 0, 'day')}`;
}

/** The part of the validity of a short-lived certificate that is left; null: it lasts longer. */
function shortPartLeft({ validFromMs, validToMs }: Tls, nowMs: number): number | null {
  if (validFromMs === null || validToMs === null) return null;
  const lastsMs = validToMs - validFromMs;
  return lastsMs > 0 && lastsMs <= SHORT_DAYS * DAY_MS ? (validToMs - nowMs) / lastsMs : null;
}

type Fault = 'self_signed' | 'expires_within_14_days' | 'renewal_failed' | 'weak_signature' | 'weak_key';

function faultOf(
  { isSelfSigned, key, signature }: Tls,
  daysLeft: number | null,
  shortPart: number | null,
): Fault | null {
  if (isSelfSigned) return 'self_signed';
  if (shortPart !== null && shortPart < LATE.fail) return 'renewal_failed';
  if (shortPart === null && daysLeft !== null && daysLeft < MIN_DAYS) return 'expires_within_14_days';
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
    validFromMs: Date.parse('2026-09-20T12:00:00Z'),
    validToMs: Date.parse('2026-11-20T12:00:00Z') + days * DAY_MS,
    key: { type: 'ec', bits: 256 },
    signature: 'ecdsa-with-SHA256',
    isSelfSigned: false,
  };
}
