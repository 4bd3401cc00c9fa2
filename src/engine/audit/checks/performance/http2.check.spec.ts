import { messageOf } from '../../message.js';
import { type Header } from '../../page.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { http2 } from './http2.check.js';

const altSvc = (value: string) => ({
  html: '',
  headers: [['alt-svc', value]] as Header[],
  responses: { alpn: 'http/1.1' },
});

verdictsOf(http2, [
  [
    'does not apply over plain http, where browsers speak HTTP/1.1',
    { url: 'http://example.com/', html: '' },
    'not_applicable',
  ],
  ['does not apply if it was not requested', { html: '' }, 'not_applicable'],
  ['passes HTTP/2', { html: '', responses: { alpn: 'h2' } }, 'pass'],
  ['fails HTTP/1.1', { html: '', responses: { alpn: 'http/1.1' } }, 'http1_only'],
  ['passes HTTP/3 by Alt-Svc', altSvc('h3=":443"; ma=86400'), 'pass'],
  ['passes HTTP/3 behind another', altSvc('h2=":443", h3-29=":443"'), 'pass'],
  ['fails an Alt-Svc that takes it back', altSvc('clear'), 'http1_only'],
]);

it.each([
  [{ html: '', responses: { alpn: 'h2' } }, 'The server supports HTTP/2.'],
  [altSvc('h3=":443"'), 'The server announces HTTP/3 in its Alt-Svc header.'],
  [altSvc('clear'), 'The server supports neither HTTP/2 nor HTTP/3, only HTTP/1.1.'],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(http2, page))).toBe(message);
});
