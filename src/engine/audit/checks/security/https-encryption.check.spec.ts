import { aTls } from '../../example-page.js';
import { verdictsOf } from '../verdicts.fixture.js';
import { httpsEncryption } from './https-encryption.check.js';

verdictsOf(httpsEncryption, [
  [
    'passes https with a verified certificate',
    { url: 'https://example.com/', html: '', tls: aTls({}) },
    'pass',
  ],
  ['fails http', { url: 'http://example.com/', html: '' }, 'plain_http'],
  [
    'fails a certificate that was not verified',
    { url: 'https://example.com/', html: '', tls: aTls({ isVerified: false }) },
    'invalid_certificate',
  ],
  [
    'fails a certificate that is sent without its chain',
    { url: 'https://example.com/', html: '', tls: aTls({ isVerified: false, isChainIncomplete: true }) },
    'incomplete_chain',
  ],
]);
