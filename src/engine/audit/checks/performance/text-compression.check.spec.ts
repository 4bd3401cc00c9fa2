import { messageOf } from '../../message.js';
import { type Header } from '../../page.js';
import { findingOn, verdictOn, verdictsOf } from '../verdicts.fixture.js';
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

it.each([
  [sent('X-GZIP'), { coding: 'x-gzip', estimated_saving_bytes: 0 }],
  [sent('rot13', 1000), { coding: null, estimated_saving_bytes: 670 }],
  [sent('rot13', 10_000), { coding: null, estimated_saving_bytes: 6700 }],
])('estimates the saving: %#', (page, value) => {
  expect(verdictOn(textCompression, page).value).toEqual(value);
});

it.each([
  [sent('br'), 'The document is compressed with Brotli.'],
  [sent('x-gzip'), 'The document is compressed with gzip.'],
  [sent('', 1000), 'The document is not compressed, but compression would save only about 670 bytes.'],
  [sent(''), 'The document is not compressed; compression would save about 67.0 kB.'],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(textCompression, page))).toBe(message);
});
