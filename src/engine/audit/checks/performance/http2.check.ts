import { fail, notApplicable, pass, surroundingsCheck } from '../../check.js';
import { headerValues } from '../../page.js';

export const http2 = surroundingsCheck({
  id: 'http2',
  name: 'HTTP/2',
  category: 'performance',
  importance: 'medium',
  what: 'The server supports HTTP/2 or HTTP/3.',
  why: 'Both transfer all files of a page in parallel over one connection; with HTTP/1.1, browsers load at most six files at a time.',
  fix: 'Enable HTTP/2 in your web server or CDN. Most need one line of configuration.',
  source: 'https://www.rfc-editor.org/rfc/rfc9113',
  method: 'exact',
  value: { protocol: 'text' },
  messages: {
    pass: ({ protocol }) =>
      protocol === 'h3'
        ? 'The server announces HTTP/3 in its Alt-Svc header.'
        : 'The server supports HTTP/2.',
    http1_only: 'The server supports neither HTTP/2 nor HTTP/3, only HTTP/1.1.',
    plain_http: 'The page is not served over HTTPS, which browsers require for HTTP/2.',
    not_asked: "The server's HTTP versions could not be determined.",
  },
  examples: {
    passes: { html: '', responses: { alpn: 'h2' } },
    fails: { html: '', responses: { alpn: 'http/1.1' } },
  },
  judge({ page, responses: { alpn } }) {
    const alternatives = headerValues(page, 'alt-svc').join(',');
    if (/(^|,)\s*h3(-\d+)?\s*=/.test(alternatives)) return pass({ protocol: 'h3' });
    if (!page.url.startsWith('https:')) return notApplicable('plain_http');
    if (alpn === null) return notApplicable('not_asked');
    const value = { protocol: alpn };
    return alpn === 'h2' ? pass(value) : fail('http1_only', { value });
  },
});
