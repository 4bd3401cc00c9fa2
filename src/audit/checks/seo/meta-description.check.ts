import { type DocumentCheck, fail, pass } from '../../check.js';
import { attribute } from '../../dom/dom.js';
import { headMetasNamed } from '../../dom/head.js';

export const metaDescription: DocumentCheck = {
  id: 'meta_description',
  name: 'Meta description',
  category: 'seo',
  importance: 'high',
  what: 'The head has exactly one meta description, which is not blank.',
  why: 'Search engines show it below the title if it describes the page better than an excerpt.',
  fix: 'Put one <meta name="description" content="..."> that summarizes this page into the head, and remove any others.',
  source: 'https://developers.google.com/search/docs/appearance/snippet',
  method: 'exact',
  examples: {
    passes: { html: '<head><meta name="description" content="Shoes in every shade of blue."></head>' },
    fails: { html: '<head><meta name="description" content=" "></head>' },
  },
  run(page) {
    const metas = headMetasNamed(page, 'description');
    const texts = metas.map((meta) => (attribute(meta, 'content') ?? '').trim());
    if (metas.length === 0) return fail('missing');
    if (metas.length > 1) return fail('multiple', { value: texts, evidence: metas });
    return texts[0] === '' ? fail('empty', { evidence: metas }) : pass(texts[0]);
  },
};
