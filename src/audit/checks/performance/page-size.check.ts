import { type DocumentCheck, fail, pass } from '../../check.js';

/** Googlebot's size limit for documents.
 *  @see https://developers.google.com/search/docs/crawling-indexing/googlebot */
const GOOGLEBOT_BYTES = 2 * 1024 * 1024;

export const pageSize: DocumentCheck = {
  id: 'page_size',
  name: 'HTML size',
  category: 'performance',
  importance: 'medium',
  what: 'The document has at most 330 kB (`page_kb`), without images, scripts and style sheets.',
  why: 'A browser has to read all of the HTML to complete the page, and search engines stop reading at some size.',
  fix: 'Move inline images, styles and data into separate files, and split long lists into several pages.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
  method: 'exact',
  examples: {
    passes: { html: '', decodedBytes: 60_000 },
    fails: { html: '', decodedBytes: 900_000 },
  },
  run({ decodedBytes, limits }) {
    if (decodedBytes > GOOGLEBOT_BYTES) return fail('beyond_googlebot', { value: decodedBytes });
    return decodedBytes > limits.page_kb * 1000
      ? fail('too_large', { value: decodedBytes })
      : pass(decodedBytes);
  },
};
