import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';

const CURRENT = new Set(['TLSv1.2', 'TLSv1.3']);

export const tlsVersion: DocumentCheck = {
  id: 'tls_version',
  name: 'TLS version',
  category: 'security',
  importance: 'medium',
  what: 'The connection uses TLS 1.2 or 1.3.',
  why: 'Older versions are insecure, and browsers refuse them.',
  fix: 'Enable only TLS 1.2 and 1.3 in your web server.',
  source: 'https://www.rfc-editor.org/rfc/rfc8996',
  method: 'exact',
  examples: {
    passes: { html: '', tls: speaking('TLSv1.3') },
    fails: { html: '', tls: speaking('TLSv1.1') },
  },
  run({ tls }) {
    if (tls?.protocol === null || tls?.protocol === undefined) return notApplicable('plain_http');
    return CURRENT.has(tls.protocol) ? pass(tls.protocol) : fail('outdated', { value: tls.protocol });
  },
};

function speaking(protocol: string) {
  return { isVerified: true, protocol, validToMs: null, key: null, signature: null, isSelfSigned: false };
}
