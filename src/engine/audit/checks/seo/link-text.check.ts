import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { withText } from '../../dom/evidence.js';
import { genericLinks } from '../../parity/link-text.js';

export const linkText = documentCheck({
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
  value: { links: 'integer', generic: 'integer' },
  messages: {
    pass: ({ links }) => `The page has ${counted(links, 'link')} to other pages, none with generic text.`,
    generic_text: ({ links, generic }) =>
      `${generic.toLocaleString('en')} of ${counted(links, 'link')} to other pages ${generic === 1 ? 'has' : 'have'} generic text.`,
    no_links: 'The page has no links to other pages that search engines follow.',
  },
  examples: {
    passes: { html: '<html lang="en"><a href="/sizes">Sizes of blue shoes</a>' },
    fails: { html: '<html lang="en"><a href="/sizes">Read more</a>' },
  },
  run(page) {
    const { judged, generic } = genericLinks(page, 'people');
    if (judged === 0) return notApplicable('no_links');
    const value = { links: judged, generic: generic.length };
    return generic.length === 0
      ? pass(value)
      : fail('generic_text', { value, evidence: generic.map(withText) });
  },
});
