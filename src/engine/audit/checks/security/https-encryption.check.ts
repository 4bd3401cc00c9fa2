import { documentCheck, fail, pass } from '../../check.js';

export const httpsEncryption = documentCheck({
  id: 'https_encryption',
  name: 'HTTPS',
  category: 'security',
  importance: 'high',
  what: 'The page is served over https, with a certificate that is valid for its host.',
  why: 'Over plain http, anyone on the network path can read and change the page. Browsers label it "not secure".',
  fix: "Get a certificate (free from Let's Encrypt), serve the page over https, and redirect http to it.",
  source: 'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS',
  method: 'exact',
  scoreCap: 79,
  value: {},
  messages: {
    pass: 'The page is served over https with a valid certificate.',
    plain_http: 'The page is served over plain http.',
    incomplete_chain:
      'The server sends its certificate alone, without one that leads to an authority that is trusted. Install the full chain of a public authority.',
    invalid_certificate:
      'The certificate of the page is not trusted, has expired or belongs to another host.',
  },
  examples: {
    passes: { url: 'https://example.com/', html: '' },
    fails: { url: 'http://example.com/', html: '' },
  },
  run({ url, tls }) {
    if (!url.startsWith('https:')) return fail('plain_http');
    if (tls?.isVerified === true) return pass();
    return fail(tls?.isChainIncomplete === true ? 'incomplete_chain' : 'invalid_certificate');
  },
});
