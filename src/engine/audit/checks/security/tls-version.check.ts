import { documentCheck, fail, notApplicable, pass } from '../../check.js';

const CURRENT = new Set(['TLSv1.2', 'TLSv1.3']);

export const tlsVersion = documentCheck({
  id: 'tls_version',
  name: 'TLS version',
  category: 'security',
  importance: 'medium',
  what: 'The connection uses TLS 1.2 or TLS 1.3.',
  why: 'Older versions are insecure, and browsers refuse them.',
  fix: 'Enable only TLS 1.2 and 1.3 in your web server.',
  source: 'https://www.rfc-editor.org/rfc/rfc8996',
  method: 'exact',
  value: { protocol: 'text' },
  messages: {
    pass: ({ protocol }) => `The connection uses ${spaced(protocol)}.`,
    outdated: ({ protocol }) => `The connection uses ${spaced(protocol)}; it should use at least TLS 1.2.`,
    plain_http: 'The page was not loaded over TLS.',
  },
  examples: {
    passes: { html: '', tls: speaking('TLSv1.3') },
    fails: { html: '', tls: speaking('TLSv1.1') },
  },
  run({ tls }) {
    if (tls?.protocol === null || tls?.protocol === undefined) return notApplicable('plain_http');
    const value = { protocol: tls.protocol };
    return CURRENT.has(tls.protocol) ? pass(value) : fail('outdated', { value });
  },
});

/** `TLS 1.1` for OpenSSL's `TLSv1.1`. */
function spaced(protocol: string): string {
  return protocol.replace(/v(?=\d)/, ' ');
}

function speaking(protocol: string) {
  return {
    isVerified: true,
    protocol,
    validFromMs: null,
    validToMs: null,
    key: null,
    signature: null,
    isSelfSigned: false,
  };
}
