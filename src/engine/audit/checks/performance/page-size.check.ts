import { bytesText } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';

/** Googlebot's size limit for documents.
 *  @see https://developers.google.com/search/docs/crawling-indexing/googlebot */
const GOOGLEBOT_BYTES = 2 * 1024 * 1024;

export const pageSize = documentCheck({
  id: 'page_size',
  name: 'HTML size',
  category: 'performance',
  importance: 'medium',
  what: 'The document has at most 330 kB (`page_kb`), without images, scripts and style sheets.',
  why: 'A browser has to read all of the HTML to complete the page, and search engines stop reading at some size.',
  fix: 'Move inline images, styles and data into separate files, and split long lists into several pages.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
  method: 'exact',
  judgesSource: true,
  value: { bytes: 'integer', max_bytes: 'integer' },
  messages: {
    pass: ({ bytes }) => `The HTML is ${bytesText(bytes)} in size.`,
    too_large: ({ bytes, max_bytes }) =>
      `The HTML is ${bytesText(bytes)} in size; it should be at most ${bytesText(max_bytes)}.`,
    beyond_googlebot: ({ bytes }) =>
      `The HTML is ${bytesText(bytes)} in size; Googlebot reads only the first ${bytesText(GOOGLEBOT_BYTES)}.`,
  },
  examples: {
    passes: { html: '', decodedBytes: 60_000 },
    fails: { html: '', decodedBytes: 900_000 },
  },
  run({ decodedBytes, limits }) {
    const value = { bytes: decodedBytes, max_bytes: limits.page_kb * 1000 };
    if (value.bytes > GOOGLEBOT_BYTES) return fail('beyond_googlebot', { value });
    return value.bytes > value.max_bytes ? fail('too_large', { value }) : pass(value);
  },
});
