import { verdictsOf } from '../verdicts.fixture.js';
import { httpsEncryption } from './https-encryption.check.js';

verdictsOf(httpsEncryption, [
  [
    'passes https with a verified certificate',
    { url: 'https://example.com/', html: '', isTlsVerified: true },
    'pass',
  ],
  ['fails http', { url: 'http://example.com/', html: '', isTlsVerified: null }, 'plain_http'],
  [
    'fails a certificate that was not verified',
    { url: 'https://example.com/', html: '', isTlsVerified: false },
    'invalid_certificate',
  ],
]);
