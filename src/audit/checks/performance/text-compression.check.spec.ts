import { type Header } from '../../page.js';
import { verdictsOf } from '../verdicts.fixture.js';
import { textCompression } from './text-compression.check.js';

const sent = (coding: string, decodedBytes = 100_000) => ({
  html: '',
  decodedBytes,
  headers: [['content-encoding', coding] as Header],
});

verdictsOf(textCompression, [
  ['passes gzip', sent('gzip'), 'pass'],
  ['passes Brotli, in capitals', sent('BR'), 'pass'],
  ['passes Zstandard', sent('zstd'), 'pass'],
  ['passes the last of several codings', sent('identity, gzip'), 'pass'],
  ['fails an unknown coding', sent('rot13'), 'uncompressed'],
  ['fails no coding at all', { html: '', decodedBytes: 100_000 }, 'uncompressed'],
  ['passes a saving below 1400 bytes', { html: '', decodedBytes: 2088 }, 'pass'],
  ['fails a saving of 1400 bytes', { html: '', decodedBytes: 2090 }, 'uncompressed'],
]);
