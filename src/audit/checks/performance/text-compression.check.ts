import { type DocumentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';

const CODINGS = new Set(['gzip', 'x-gzip', 'br', 'deflate', 'zstd']);
/** Lighthouse's estimate of the share that compression saves, and the minimum number of saved bytes.
 *  @see https://developer.chrome.com/docs/performance/insights/document-latency */
const SAVED_SHARE = 0.67;
const WORTHWHILE_BYTES = 1400;

export const textCompression: DocumentCheck = {
  id: 'text_compression',
  name: 'Compression',
  category: 'performance',
  importance: 'high',
  what: 'The document is compressed, or too small for that to matter.',
  why: 'Compressed HTML has a third of the size or less. It arrives sooner, especially on slow connections.',
  fix: 'Enable gzip, Brotli or Zstandard for text/html in your web server or CDN.',
  source: 'https://www.rfc-editor.org/rfc/rfc9110#section-8.4',
  method: 'exact',
  examples: {
    passes: { html: '', decodedBytes: 50_000, headers: [['content-encoding', 'br']] },
    fails: { html: '', decodedBytes: 50_000 },
  },
  run(page) {
    const codings = headerValues(page, 'content-encoding')
      .flatMap((value) => value.split(','))
      .map((coding) => coding.trim().toLowerCase());
    const used = codings.find((coding) => CODINGS.has(coding));
    if (used !== undefined) return pass(used);
    const saved = Math.round(page.decodedBytes * SAVED_SHARE);
    if (saved < WORTHWHILE_BYTES) return pass({ estimated_saving_bytes: saved });
    const evidence = [textEvidence(`Content-Encoding: ${codings.join(', ') || '(absent)'}`)];
    return fail('uncompressed', { value: { estimated_saving_bytes: saved }, evidence });
  },
};
