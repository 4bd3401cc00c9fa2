import { type DocumentCheck, fail, pass } from '../../check.js';
import { linkedAddresses } from '../../references.js';

export const inPageLinks: DocumentCheck = {
  id: 'in_page_links',
  name: 'Links on the page',
  category: 'seo',
  importance: 'low',
  what: 'The page links to at most 150 different addresses (`links`).',
  why: "Readers don't find their way among hundreds of links, and each link weighs less.",
  fix: "Keep the links that serve this page's readers; move long lists to pages of their own.",
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  method: 'exact',
  examples: {
    passes: { html: '<a href="/shoes">Shoes</a>' },
    fails: { html: Array.from({ length: 151 }, (_, n) => `<a href="/${String(n)}">x</a>`).join('') },
  },
  run(page) {
    const count = linkedAddresses(page).size;
    return count <= page.limits.links ? pass(count) : fail('too_many', { value: count });
  },
};
