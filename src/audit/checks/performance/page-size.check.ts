import { type DocumentCheck, fail, pass } from '../../check.js';

/** What Googlebot reads of a document.
 *  @see https://developers.google.com/search/docs/crawling-indexing/googlebot */
const GOOGLEBOT_BYTES = 2 * 1024 * 1024;

export const pageSize: DocumentCheck = {
  id: 'page_size',
  name: 'Size of the HTML',
  category: 'performance',
  importance: 'medium',
  what: 'The document is at most 330 kB large (`page_kb`), not counting images, scripts and styles.',
  why: 'A browser can not finish a page before it has read all of its HTML, and search engines stop reading at some point.',
  fix: 'Move inlined images, styles and data into files of their own, and split long lists over several pages.',
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
