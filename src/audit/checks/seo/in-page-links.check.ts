import { type DocumentCheck, fail, pass } from '../../check.js';
import { linkedAddresses } from '../../references.js';

export const inPageLinks: DocumentCheck = {
  id: 'in_page_links',
  name: 'Number of links',
  category: 'seo',
  importance: 'low',
  what: 'The page links to at most 150 different URLs (`links`).',
  why: 'Readers get lost among hundreds of links, and each link counts for less.',
  fix: "Keep the links that help this page's readers, and move long lists to separate pages.",
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
