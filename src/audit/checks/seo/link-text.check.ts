import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';
import { genericLinks } from '../../parity/link-text.js';

export const linkText: DocumentCheck = {
  id: 'link_text',
  name: 'Link text',
  category: 'seo',
  importance: 'medium',
  what: 'No link has generic text such as "click here".',
  why: 'Link text tells search engines and screen reader users what the linked page is about.',
  fix: 'Describe the target of each link: "Blue shoe sizes" instead of "Read more".',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  method: 'exact',
  restsOnStyle: true,
  examples: {
    passes: { html: '<html lang="en"><a href="/sizes">Sizes of blue shoes</a>' },
    fails: { html: '<html lang="en"><a href="/sizes">Read more</a>' },
  },
  run(page) {
    const { judged, generic } = genericLinks(page, 'any_case');
    if (judged === 0) return notApplicable('no_links');
    const value = { links: judged, generic: generic.length };
    return generic.length === 0 ? pass(value) : fail('generic_text', { value, evidence: generic });
  },
};
