import { bytesText } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';

/** Content codings of browsers, and their display names. */
const CODINGS = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'Brotli'],
  ['deflate', 'deflate'],
  ['zstd', 'Zstandard'],
]);
/** Lighthouse's estimate of the share that compression saves, and the minimum number of saved bytes.
 *  @see https://developer.chrome.com/docs/performance/insights/document-latency */
const SAVED_SHARE = 0.67;
const WORTHWHILE_BYTES = 1400;

export const textCompression = documentCheck({
  id: 'text_compression',
  name: 'Compression',
  category: 'performance',
  importance: 'high',
  what: 'The document is compressed, or too small for that to matter.',
  why: 'Compressed HTML has a third of the size or less. It arrives sooner, especially on slow connections.',
  fix: 'Enable gzip, Brotli or Zstandard for text/html in your web server or CDN.',
  source: 'https://www.rfc-editor.org/rfc/rfc9110#section-8.4',
  method: 'exact',
  judgesSource: true,
  value: { coding: 'text?', estimated_saving_bytes: 'integer' },
  messages: {
    pass: ({ coding, estimated_saving_bytes }) =>
      coding === null
        ? `The document is not compressed, but compression would save only about ${bytesText(estimated_saving_bytes)}.`
        : `The document is compressed with ${CODINGS.get(coding) ?? coding}.`,
    uncompressed: ({ estimated_saving_bytes }) =>
      `The document is not compressed; compression would save about ${bytesText(estimated_saving_bytes)}.`,
  },
  examples: {
    passes: { html: '', decodedBytes: 50_000, headers: [['content-encoding', 'br']] },
    fails: { html: '', decodedBytes: 50_000 },
  },
  run(page) {
    const codings = headerValues(page, 'content-encoding')
      .flatMap((value) => value.split(','))
      .map((coding) => coding.trim().toLowerCase());
    const used = codings.find((coding) => CODINGS.has(coding));
    if (used !== undefined) return pass({ coding: used, estimated_saving_bytes: 0 });
    const value = { coding: null, estimated_saving_bytes: Math.round(page.decodedBytes * SAVED_SHARE) };
    if (value.estimated_saving_bytes < WORTHWHILE_BYTES) return pass(value);
    const evidence = [textEvidence(`Content-Encoding: ${codings.join(', ') || '(absent)'}`)];
    return fail('uncompressed', { value, evidence });
  },
});
