import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { attribute } from '../../dom/dom.js';
import { metadataNamed } from '../../dom/head.js';
import { quoted, quotedList } from '../../quoted.js';

export const metaDescription = documentCheck({
  id: 'meta_description',
  name: 'Meta description',
  category: 'seo',
  importance: 'high',
  what: 'The head has exactly one meta description, which is not blank.',
  why: 'Search engines show it below the title if it describes the page better than an excerpt.',
  fix: 'Put one <meta name="description" content="..."> that summarizes this page into the head, and remove any others.',
  source: 'https://developers.google.com/search/docs/appearance/snippet',
  method: 'exact',
  restsOnContent: true,
  value: { description_count: 'integer', descriptions: 'texts' },
  messages: {
    pass: ({ descriptions }) => `The meta description is ${quoted(descriptions[0] ?? '')}.`,
    missing: 'The head has no meta description.',
    empty: 'The meta description has no text.',
    multiple: ({ description_count, descriptions }) =>
      `The head has ${counted(description_count, 'meta description')} (${quotedList(descriptions)}).`,
  },
  examples: {
    passes: { html: '<head><meta name="description" content="Shoes in every shade of blue."></head>' },
    fails: { html: '<head><meta name="description" content=" "></head>' },
  },
  run(page) {
    const metas = metadataNamed(page, 'description');
    const descriptions = metas.map((meta) => (attribute(meta, 'content') ?? '').trim());
    const value = { description_count: metas.length, descriptions };
    if (metas.length === 0) return fail('missing', { value });
    if (metas.length > 1) return fail('multiple', { value, evidence: metas });
    return descriptions[0] === '' ? fail('empty', { value, evidence: metas }) : pass(value);
  },
});
