import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { linkedAddresses } from '../../references.js';

export const inPageLinks = documentCheck({
  id: 'in_page_links',
  name: 'Number of links',
  category: 'seo',
  importance: 'low',
  what: 'The page links to at most 150 different URLs (`links`).',
  why: 'Readers get lost among hundreds of links, and each link counts for less.',
  fix: "Keep the links that help this page's readers, and move long lists to separate pages.",
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  method: 'exact',
  value: { links: 'integer', max_links: 'integer' },
  messages: {
    pass: ({ links }) => `The page links to ${counted(links, 'different URL')}.`,
    too_many: ({ links, max_links }) =>
      `The page links to ${counted(links, 'different URL')}; it should link to at most ${max_links.toLocaleString('en')}.`,
  },
  examples: {
    passes: { html: '<a href="/shoes">Shoes</a>' },
    fails: { html: Array.from({ length: 151 }, (_, n) => `<a href="/${String(n)}">x</a>`).join('') },
  },
  run(page) {
    const value = { links: linkedAddresses(page).size, max_links: page.limits.links };
    return value.links <= value.max_links ? pass(value) : fail('too_many', { value });
  },
});
